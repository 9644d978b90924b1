# The published pipeline in R with metafor, as one process: read the tables, every model's stratified gap and raw
# variance, DL with z, the sign test, for each open flag set. No task-aware part, no report.
# Rscript bench/reproduce.R
suppressPackageStartupMessages(library(metafor))
dir <- "data/swe-bench-verified"
outcomes <- read.csv(file.path(dir, "outcomes.csv"), check.names = FALSE, row.names = 1)
tasks <- read.csv(file.path(dir, "tasks.csv"))
models <- read.csv(file.path(dir, "models.csv"))
Y <- as.matrix(outcomes)
for (set in c("utboost", "tripwire-anchor", "tripwire-accepted")) {
  flags <- read.csv(file.path(dir, "flags", paste0(set, ".csv")))
  status <- flags$status[match(colnames(Y), flags$task)]
  stratum <- tasks$difficulty[match(colnames(Y), tasks$task)]
  for (rows in list(rep(TRUE, nrow(Y)), models$attempts[match(rownames(Y), models$model)] %in% "1")) {
    y <- Y[rows, ]
    top <- 0; var <- 0; total <- 0
    for (s in unique(stratum)) {
      h <- which(stratum == s & status %in% "hackable"); r <- which(stratum == s & status %in% "robust")
      if (length(h) == 0 || length(r) == 0) next
      p1 <- rowMeans(y[, h, drop = FALSE]); p0 <- rowMeans(y[, r, drop = FALSE]); w <- length(h)
      top <- top + w * (p1 - p0); total <- total + w
      var <- var + w^2 * (p1 * (1 - p1) / length(h) + p0 * (1 - p0) / length(r))
    }
    yi <- top / total; vi <- var / total^2
    keep <- vi > 0
    fit <- rma(yi[keep], vi[keep], method = "DL")
    cat(sprintf("%s k=%d gap %.4f [%.4f, %.4f] I2 %.0f positive %d p %.3g\n", set, fit$k, fit$beta, fit$ci.lb, fit$ci.ub,
      fit$I2, sum(yi[keep] > 0), binom.test(sum(yi[keep] > 0), sum(yi[keep] != 0))$p.value))
  }
}
