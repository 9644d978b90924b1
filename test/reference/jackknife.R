# Stratified jackknife over tasks of the pooled gap, every leave-one-out fit by metafor's rma.
# Run from the repository root: Rscript test/reference/jackknife.R
suppressMessages(library(metafor))
num <- function(x) sprintf("%.17g", x)
obj <- function(...) { l <- list(...); paste0("{", paste0('"', names(l), '":', unlist(l), collapse = ","), "}") }
root <- "data/swe-bench-verified"
outcomes <- read.csv(file.path(root, "outcomes.csv"), check.names = FALSE)
tasks <- read.csv(file.path(root, "tasks.csv")); Y <- as.matrix(outcomes[, -1])
fl <- read.csv(file.path(root, "flags", "tripwire-anchor.csv"))
status <- fl$status[match(tasks$task, fl$task)]
use <- which(status %in% c("hackable", "robust"))
Y <- Y[, use]; stratum <- tasks$difficulty[use]; arm <- as.integer(status[use] == "hackable")
pooled <- function(keep, weights, rule, method) {
  y <- v <- w <- 0; total <- 0
  for (s in unique(stratum)) {
    i1 <- which(stratum == s & arm == 1 & keep); i0 <- which(stratum == s & arm == 0 & keep)
    n1 <- length(i1); n0 <- length(i0); if (n1 == 0 || n0 == 0) next
    x1 <- rowSums(Y[, i1, drop = FALSE]); x0 <- rowSums(Y[, i0, drop = FALSE])
    w <- switch(weights, flagged = n1, all = n1 + n0, mh = n1 * n0 / (n1 + n0))
    var <- function(x, n) if (rule == "raw") x / n * (1 - x / n) / n else { q <- (x + 1) / (n + 2); q * (1 - q) / (n + 2) }
    y <- y + w * (x1 / n1 - x0 / n0); v <- v + w^2 * (var(x1, n1) + var(x0, n0)); total <- total + w
  }
  y <- y / total; v <- v / total^2; ok <- v > 0
  as.numeric(rma(y[ok], v[ok], method = method, control = list(threshold = 1e-13, maxiter = 10000))$beta)
}
out <- c()
for (o in list(c("flagged", "raw", "DL"), c("mh", "agresti-caffo", "DL"), c("all", "agresti-caffo", "REML"))) {
  all <- rep(TRUE, length(arm)); est <- pooled(all, o[1], o[2], o[3]); parts <- dfs <- c()
  for (s in unique(stratum)) if (any(stratum == s & arm == 1) && any(stratum == s & arm == 0)) for (h in c(1, 0)) {
    i <- which(stratum == s & arm == h)
    g <- vapply(i, function(t) { keep <- all; keep[t] <- FALSE; pooled(keep, o[1], o[2], o[3]) }, 0)
    parts <- c(parts, (length(i) - 1) / length(i) * sum((g - mean(g))^2)); dfs <- c(dfs, length(i) - 1)
  }
  V <- sum(parts)
  out <- c(out, obj(weights = paste0('"', o[1], '"'), variance = paste0('"', o[2], '"'), method = paste0('"', o[3], '"'),
    estimate = num(est), se = num(sqrt(V)), df = num(V^2 / sum(parts^2 / dfs))))
}
cat(obj(source = paste0('"R ', getRversion(), " metafor ", packageVersion("metafor"), ', test/reference/jackknife.R"'),
  anchor = paste0("[", paste(out, collapse = ",\n"), "]")), "\n", file = "test/reference/jackknife.json")
