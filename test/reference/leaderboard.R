# Remakes leaderboard.json: gaps and raw variances of the real leaderboard under both flag sets and three weightings,
# metafor's fits, signs, Wilcoxon, and the unstratified gap. The entries of lme4's glmer in the same file (minutes each;
# see glmer-crossed.R for how such fits are made tight) are kept as they stand.
# Run from the repository root: Rscript test/reference/leaderboard.R
suppressMessages({ library(metafor); library(jsonlite) })
file <- "test/reference/leaderboard.json"
kept <- Filter(function(entry) !is.null(entry$glmer), fromJSON(file, simplifyDataFrame = FALSE)$leaderboard)
home <- "data/swe-bench-verified"
outcomes <- read.csv(file.path(home, "outcomes.csv"), check.names = FALSE)
tasks <- read.csv(file.path(home, "tasks.csv")); Y <- as.matrix(outcomes[, -1])
stopifnot(identical(colnames(Y), tasks$task))

# RD of every model in every stratum by escalc, combined by weights; escalc's variance of RD is p(1-p)/n in both arms
gaps <- function(Y, stratum, arm, weights) {
  y <- v <- total <- 0
  for (s in unique(stratum)) {
    n1 <- sum(stratum == s & arm == 1); n0 <- sum(stratum == s & arm == 0)
    if (n1 == 0 || n0 == 0) next
    x1 <- rowSums(Y[, stratum == s & arm == 1, drop = FALSE]); x0 <- rowSums(Y[, stratum == s & arm == 0, drop = FALSE])
    e <- escalc("RD", ai = x1, n1i = rep(n1, length(x1)), ci = x0, n2i = rep(n0, length(x0)), add = 0, to = "none")
    w <- switch(weights, flagged = n1, all = n1 + n0, mh = n1 * n0 / (n1 + n0))
    y <- y + w * e$yi; v <- v + w^2 * e$vi; total <- total + w
  }
  list(yi = as.numeric(y / total), vi = as.numeric(v / total^2))
}
none <- function(x) if (length(x) == 0) NULL else unname(x)
entry <- function(flags, weights) {
  fl <- read.csv(file.path(home, "flags", paste0(flags, ".csv")))
  status <- fl$status[match(tasks$task, fl$task)]
  use <- which(status %in% c("hackable", "robust"))
  arm <- as.integer(status[use] == "hackable"); U <- Y[, use]
  g <- gaps(U, tasks$difficulty[use], arm, weights)
  ok <- g$vi > 0
  fits <- list()
  for (method in c("EE", "DL", "REML", "PM")) for (test in c("z", "knha")) {
    fit <- rma(g$yi[ok], g$vi[ok], method = method, test = test, control = list(threshold = 1e-14, tol = 1e-15, maxiter = 10000))
    prediction <- predict(fit); spread <- if (method == "EE") NULL else confint(fit)$random
    fits[[length(fits) + 1]] <- list(method = method, test = test, k = fit$k, beta = as.numeric(fit$beta), se = fit$se, stat = fit$zval,
      p = fit$pval, ciLower = fit$ci.lb, ciUpper = fit$ci.ub, tau2 = fit$tau2, seTau2 = if (is.na(fit$se.tau2)) NULL else fit$se.tau2,
      i2 = fit$I2, h2 = fit$H2, q = fit$QE, qP = fit$QEp, logLik = as.numeric(logLik(fit)), aic = fit$fit.stats["AIC", "REML"],
      piLower = none(prediction$pi.lb), piUpper = none(prediction$pi.ub),
      tau2Ci = if (is.null(spread)) NULL else unname(spread["tau^2", 2:3]), i2Ci = if (is.null(spread)) NULL else unname(spread["I^2(%)", 2:3]))
  }
  dl <- Filter(function(fit) fit$method == "DL", fits)[[1]]
  a <- ifelse(ok, 1 / (g$vi + dl$tau2), 0); a <- a / sum(a)
  # the pooled gap as a difference of task scores u = sum_m a_m Y_mt
  u <- matrix(colSums(a * U), 1)
  shared <- gaps1(u, tasks$difficulty[use], arm, weights)
  list(flags = flags, weights = weights, flagged = sum(arm), robust = sum(1 - arm),
    unstratifiedMeanGap = mean(rowMeans(U[, arm == 1]) - rowMeans(U[, arm == 0])), yi = g$yi, vi = g$vi, fits = fits,
    positive = sum(g$yi > 0), zero = sum(g$yi == 0),
    signP = binom.test(sum(g$yi > 0), sum(g$yi != 0), alternative = "greater")$p.value,
    wilcoxonP = suppressWarnings(wilcox.test(g$yi, alternative = "greater"))$p.value, sharedTask = list(estimate = shared))
}
gaps1 <- function(u, stratum, arm, weights) {
  y <- total <- 0
  for (s in unique(stratum)) {
    n1 <- sum(stratum == s & arm == 1); n0 <- sum(stratum == s & arm == 0)
    if (n1 == 0 || n0 == 0) next
    w <- switch(weights, flagged = n1, all = n1 + n0, mh = n1 * n0 / (n1 + n0))
    y <- y + w * (mean(u[stratum == s & arm == 1]) - mean(u[stratum == s & arm == 0])); total <- total + w
  }
  y / total
}
entries <- list()
for (flags in c("utboost", "tripwire-accepted")) for (weights in c("flagged", "all", "mh")) entries[[length(entries) + 1]] <- entry(flags, weights)
source <- paste("R", getRversion(), "metafor", packageVersion("metafor"), "lme4 1.1.31; leaderboard.R")
writeLines(toJSON(list(source = source, leaderboard = c(entries, kept)), auto_unbox = TRUE, digits = I(17), null = "null"), file)
