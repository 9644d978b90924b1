# The metafor side of bench/meta.ts: times the tasks listed in the JSON given, answers as JSON.
#   Rscript bench/meta.R tasks.json
suppressMessages({ library(metafor); library(jsonlite) })
options(warn = -1)
input <- fromJSON(commandArgs(TRUE)[1], simplifyDataFrame = FALSE)
control <- list(threshold = 1e-10, tol = 1e-10, maxiter = 1000)
cpu <- function() sum(proc.time()[c("user.self", "sys.self")])
time <- function(expr, repeats) {
  expr <- substitute(expr); frame <- parent.frame(); value <- NULL
  seconds <- vapply(seq_len(repeats), function(i) {
    start <- cpu()
    value <<- eval(expr, frame)
    cpu() - start
  }, 0)
  list(seconds = median(seconds), value = value)
}
out <- lapply(input$tasks, function(task) {
  yi <- head(input$yi, task$k); vi <- head(input$vi, task$k)
  result <- switch(task$kind,
    fit = time({ for (i in seq_len(task$inner)) r <- rma(yi, vi, method = task$method, test = "knha", control = control)
                 c(r$beta, r$tau2) }, task$repeats),
    leave1out = time({ r <- rma(yi, vi, method = task$method, control = control)
                       l <- leave1out(r); c(l$estimate[1], l$tau2[1]) }, task$repeats),
    permutestMod = time({ r <- rma(yi, vi, mods = cbind(x = (seq_along(yi) - 1) %% 5), method = task$method, control = control)
                          set.seed(1); p <- permutest(r, iter = task$draws, progbar = FALSE); c(r$beta[2], r$tau2) }, task$repeats),
    permutest = time({ r <- rma(yi, vi, method = task$method, control = control)
                       set.seed(1); p <- permutest(r, iter = task$draws, progbar = FALSE); c(r$beta, r$tau2) }, task$repeats))
  list(name = task$name, seconds = result$seconds / (if (is.null(task$inner)) 1 else task$inner), value = as.numeric(result$value))
})
cat(toJSON(out, digits = NA, auto_unbox = TRUE))
