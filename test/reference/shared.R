# Task-aware variance, df, two-way variance and corrected heterogeneity by direct algebra on M x M matrices
# (complete RD) and by numerical influence (missing cells, k/n cells, RR, OR, AS), independent of passgap.
# Run from the repository root: Rscript test/reference/shared.R
suppressMessages(library(metafor))

num <- function(x) if (length(x) == 0 || is.na(x)) "null" else sprintf("%.17g", x)
arr <- function(x) paste0("[", paste(vapply(as.numeric(x), num, ""), collapse = ","), "]")
str <- function(x) paste0("[", paste0('"', x, '"', collapse = ","), "]")
obj <- function(...) { l <- list(...); paste0("{", paste0('"', names(l), '":', unlist(l), collapse = ","), "}") }

# --- the gap of one model as a function of case weights of its tasks -----------------------------------------
f <- function(measure, p1, n1, p0, n0) {
  x1 <- p1 * n1; x0 <- p0 * n0
  if (measure == "RD") return(p1 - p0)
  if (measure == "AS") return(asin(sqrt(p1)) - asin(sqrt(p0)))
  stop("not here")
}
# the correction is decided once at the observed counts
gapOf <- function(y, stratum, arm, weights, measure, omega, add, w) {
  out <- 0
  for (i in seq_along(w$s)) {
    s <- w$s[i]
    i1 <- which(stratum == s & arm == 1 & !is.na(y)); i0 <- which(stratum == s & arm == 0 & !is.na(y))
    n1 <- length(i1); n0 <- length(i0)
    p1 <- sum(omega[i1] * y[i1]) / sum(omega[i1]); p0 <- sum(omega[i0] * y[i0]) / sum(omega[i0])
    if (measure %in% c("RD", "AS")) d <- f(measure, p1, n1, p0, n0)
    else {
      a <- add[i]; x1 <- p1 * n1; x0 <- p0 * n0
      q1 <- (x1 + a) / (n1 + 2 * a); q0 <- (x0 + a) / (n0 + 2 * a)
      d <- if (measure == "RR") log(q1 / q0) else log(q1 / (1 - q1)) - log(q0 / (1 - q0))
    }
    out <- out + w$w[i] * d
  }
  out
}
strataOf <- function(y, stratum, arm, weights) {
  s <- unique(stratum[arm >= 0]); keep <- c(); w <- c()
  for (k in s) {
    n1 <- sum(stratum == k & arm == 1 & !is.na(y)); n0 <- sum(stratum == k & arm == 0 & !is.na(y))
    if (n1 > 0 && n0 > 0) {
      keep <- c(keep, k)
      w <- c(w, switch(weights, flagged = n1, all = n1 + n0, mh = n1 * n0 / (n1 + n0)))
    }
  }
  list(s = keep, w = w / sum(w))
}
addOf <- function(y, stratum, arm, w) vapply(w$s, function(s) {
  y1 <- y[stratum == s & arm == 1 & !is.na(y)]; y0 <- y[stratum == s & arm == 0 & !is.na(y)]
  if (sum(y1) == 0 || sum(y1) == length(y1) || sum(y0) == 0 || sum(y0) == length(y0)) 0.5 else 0
}, 0)
# sixth-order central difference: error about 1e-13
influenceRow <- function(y, stratum, arm, weights, measure) {
  w <- strataOf(y, stratum, arm, weights); add <- addOf(y, stratum, arm, w)
  z <- rep(0, length(y)); h <- 0.005; steps <- c(-3, -2, -1, 1, 2, 3); c6 <- c(-1, 9, -45, 45, -9, 1) / 60
  for (t in which(arm >= 0 & !is.na(y) & stratum %in% w$s)) {
    g <- vapply(steps, function(k) {
      omega <- rep(1, length(y)); omega[t] <- 1 + k * h
      gapOf(y, stratum, arm, weights, measure, omega, add, w)
    }, 0)
    z[t] <- sum(c6 * g) / h
  }
  z
}
# the same in closed form where nothing is missing and the measure is RD (the real data: 134 x 500)
influenceComplete <- function(Y, stratum, arm, weights) {
  w <- strataOf(Y[1, ], stratum, arm, weights); Z <- Y * 0
  for (k in seq_along(w$s)) for (h in c(1, 0)) {
    i <- which(stratum == w$s[k] & arm == h)
    Z[, i] <- (2 * h - 1) * w$w[k] * (Y[, i] - rowMeans(Y[, i, drop = FALSE])) / length(i)
  }
  Z
}
gapRow <- function(y, stratum, arm, weights, measure) {
  w <- strataOf(y, stratum, arm, weights)
  gapOf(y, stratum, arm, weights, measure, rep(1, length(y)), addOf(y, stratum, arm, w), w)
}

# variance of sum_m a_m gap_m, its Satterthwaite df, and V_cells. Borrowing only for RD.
taskAware <- function(Y, stratum, arm, weights, measure, a) {
  M <- nrow(Y); a <- a / sum(a)
  yi <- apply(Y, 1, gapRow, stratum, arm, weights, measure)
  Z <- if (measure == "RD" && !anyNA(Y)) influenceComplete(Y, stratum, arm, weights)
       else t(apply(Y, 1, influenceRow, stratum, arm, weights, measure))
  parts <- c(); dfs <- c(); borrowed <- 0; rowss <- rep(0, M)
  strata <- unique(stratum[arm >= 0])
  strata <- strata[vapply(strata, function(s) any(stratum == s & arm == 1) && any(stratum == s & arm == 0), TRUE)]
  cellsOf <- function(h) Filter(function(i) length(i) > 0, lapply(strata, function(s) which(stratum == s & arm == h)))
  resid <- function(i) Y[, i, drop = FALSE] - rowMeans(Y[, i, drop = FALSE], na.rm = TRUE)
  for (h in c(1, 0)) for (i in cellsOf(h)) {
    n <- length(i)
    if (n > 1) {
      B <- Z[, i, drop = FALSE] * sqrt(n / (n - 1)); df <- n - 1
    } else {
      borrowed <- borrowed + 1
      lenders <- Filter(function(j) length(j) > 1, cellsOf(h))
      df <- sum(lengths(lenders) - 1)
      wRow <- apply(Y, 1, function(y) { w <- strataOf(y, stratum, arm, weights); k <- match(stratum[i], w$s); if (is.na(k)) 0 else w$w[k] })
      R <- do.call(cbind, lapply(lenders, resid)); R[is.na(R)] <- 0
      B <- wRow * R / sqrt(df)
    }
    u <- colSums(a * B)
    parts <- c(parts, sum(u^2)); dfs <- c(dfs, df)
    rowss <- rowss + rowSums(sweep(B, 2, u)^2)
  }
  V <- sum(parts)
  est <- sum(a * yi)
  c2 <- sum(a^2) / (sum(a^2) - 2 * sum(a^3) + sum(a^2)^2)
  Vm <- c2 * sum(a^2 * (yi - est)^2)
  Vc <- c2 * sum(a^2 * rowss)
  df <- V^2 / sum(parts^2 / dfs)
  both <- max(V, Vm, V + Vm - Vc)
  list(estimate = est, tasks = V, df = df, models = Vm, cells = Vc, both = both,
       bothDf = both^2 / (V^2 / df + Vm^2 / (M - 1)), borrowed = borrowed)
}
show <- function(r) obj(estimate = num(r$estimate), varianceTasks = num(r$tasks), df = num(r$df), varianceModels = num(r$models),
  varianceCells = num(r$cells), varianceBoth = num(r$both), dfBoth = num(r$bothDf), borrowedCells = num(r$borrowed),
  p = num(2 * pt(-abs(r$estimate) / sqrt(r$tasks), r$df)),
  ciLower = num(r$estimate - qt(.975, r$df) * sqrt(r$tasks)), ciUpper = num(r$estimate + qt(.975, r$df) * sqrt(r$tasks)))

# covariance of all gaps, complete RD, by cov(): the formula of the book, word for word
gapCovariance <- function(Y, stratum, arm, weights) {
  w <- strataOf(Y[1, ], stratum, arm, weights); V <- matrix(0, nrow(Y), nrow(Y))
  pooled <- function(h) {
    cells <- Filter(function(i) length(i) > 1, lapply(w$s, function(s) which(stratum == s & arm == h)))
    S <- Reduce(`+`, lapply(cells, function(i) (length(i) - 1) * cov(t(Y[, i])))); S / sum(lengths(cells) - 1)
  }
  for (k in seq_along(w$s)) for (h in c(1, 0)) {
    i <- which(stratum == w$s[k] & arm == h)
    C <- if (length(i) > 1) cov(t(Y[, i])) else pooled(h)
    V <- V + w$w[k]^2 * C / length(i)
  }
  V
}
rawVariance <- function(Y, stratum, arm, weights) apply(Y, 1, function(y) {
  w <- strataOf(y, stratum, arm, weights); v <- 0
  for (k in seq_along(w$s)) for (h in c(1, 0)) { q <- y[stratum == w$s[k] & arm == h]; p <- mean(q); v <- v + w$w[k]^2 * p * (1 - p) / length(q) }
  v
})
heterogeneity <- function(yi, vi, V) {
  W <- 1 / vi; k <- length(yi); A <- diag(W) - outer(W, W) / sum(W)
  Q <- as.numeric(t(yi) %*% A %*% yi); AV <- A %*% V
  trA <- sum(diag(A)); eq <- sum(diag(AV)); tr2 <- sum(AV * t(AV))
  list(q = Q, trA = trA, expectedQ = eq, tau2Raw = (Q - eq) / trA, naiveTau2Raw = (Q - (k - 1)) / trA,
       qDf = eq^2 / tr2, qP = pchisq(Q * eq / tr2, eq^2 / tr2, lower.tail = FALSE))
}
showH <- function(h) obj(q = num(h$q), expectedQ = num(h$expectedQ), tau2Raw = num(h$tau2Raw), naiveTau2Raw = num(h$naiveTau2Raw),
  df = num(h$qDf), p = num(h$qP))

# --- real data -------------------------------------------------------------------------------------------------
root <- "data/swe-bench-verified"
outcomes <- read.csv(file.path(root, "outcomes.csv"), check.names = FALSE)
tasks <- read.csv(file.path(root, "tasks.csv")); Y <- as.matrix(outcomes[, -1])
stopifnot(identical(colnames(Y), tasks$task))
real <- c()
for (flags in c("utboost", "tripwire-anchor", "tripwire-accepted")) {
  fl <- read.csv(file.path(root, "flags", paste0(flags, ".csv")))
  status <- fl$status[match(tasks$task, fl$task)]
  arm <- ifelse(is.na(status), -1, ifelse(status == "hackable", 1, ifelse(status == "robust", 0, -1)))
  for (weights in c("flagged", "all", "mh")) {
    use <- which(arm >= 0); Yu <- Y[, use]; st <- tasks$difficulty[use]; ar <- arm[use]
    yi <- apply(Yu, 1, gapRow, st, ar, weights, "RD"); vi <- rawVariance(Yu, st, ar, weights)
    ok <- vi > 0
    fit <- rma(yi[ok], vi[ok], method = "DL")
    a <- rep(0, length(yi)); a[ok] <- 1 / (vi[ok] + fit$tau2)
    r <- taskAware(Yu[ok, ], st, ar, weights, "RD", a[ok])
    e <- taskAware(Yu, st, ar, weights, "RD", rep(1, nrow(Yu)))
    V <- gapCovariance(Yu[ok, ], st, ar, weights); s <- a[ok] / sum(a)
    stopifnot(abs(sum(outer(s, s) * V) / r$tasks - 1) < 1e-11) # two roads, one answer
    h <- heterogeneity(yi[ok], vi[ok], V)
    stopifnot(abs(h$q / fit$QE - 1) < 1e-10)
    real <- c(real, obj(flags = paste0('"', flags, '"'), weights = paste0('"', weights, '"'), tau2 = num(fit$tau2),
      pooledSe = num(fit$se), weighted = show(r), equal = show(e), heterogeneity = showH(h)))
    cat(flags, weights, sqrt(r$tasks), r$df, "\n")
  }
}

# --- made-up data ----------------------------------------------------------------------------------------------
set.seed(11)
small <- c()
add <- function(name, passes, attempts, stratum, arm, measures, weightings) {
  R <- ifelse(attempts == 0, NA, passes / attempts)
  for (measure in measures) for (weights in weightings) {
    a <- seq(1, 2, length.out = nrow(R))
    r <- taskAware(R, stratum, arm, weights, measure, a)
    small <<- c(small, obj(name = paste0('"', name, '"'), measure = paste0('"', measure, '"'), weights = paste0('"', weights, '"'),
      models = num(nrow(R)), passes = arr(t(passes)), attempts = arr(t(attempts)), stratum = str(stratum), arm = arr(arm),
      modelWeights = arr(a), result = show(r)))
  }
}
stratum <- c(rep("easy", 9), rep("hard", 8), rep("none", 2)); arm <- c(1,1,1,0,0,0,0,0,0, 1,1,1,0,0,0,0,0, 0,0)
P <- matrix(rbinom(6 * 19, 1, rep(c(.3, .45, .5, .6, .7, .75), 19)), 6); N <- matrix(1, 6, 19)
add("complete", P, N, stratum, arm, c("RD", "RR", "OR", "AS"), c("flagged", "all", "mh"))
# each model lacks some cells, none an arm
hole <- matrix(FALSE, 6, 19); hole[cbind(c(1, 2, 3, 4, 5, 6, 1, 3), c(1, 5, 9, 12, 14, 2, 13, 17))] <- TRUE
add("missing", P * !hole, N * !hole, stratum, arm, c("RD", "RR", "OR", "AS"), c("flagged", "mh"))
K <- matrix(sample(3:6, 6 * 19, TRUE), 6); X <- matrix(rbinom(6 * 19, K, .5), 6)
add("counts", X, K, stratum, arm, c("RD", "RR", "OR", "AS"), "flagged")
add("counts with missing", X * !hole, K * !hole, stratum, arm, c("RD", "OR"), c("flagged", "all"))
single <- c(1,1,1,0,0,0,0,0,0, 1,0,0,0,0,0,0,0, 0,0)
add("one hackable task in a stratum", P, N, stratum, single, "RD", c("flagged", "all", "mh"))
add("one hackable task, missing cells", P * !hole, N * !hole, stratum, single, "RD", "flagged")

# --- crossed models x tasks (case D9): Welch's t on task means is the task-aware answer, OLS on cells the naive one,
# lmer with model and task intercepts a third opinion ---
suppressMessages(library(lme4))
set.seed(30)
h <- rep(c(1, 0), c(12, 18)); ability <- rnorm(12, 0, .8); ease <- rnorm(30, 0, 1.5)
B <- matrix(rbinom(360, 1, plogis(outer(ability, ease, `+`))), 12)
welch <- t.test(colMeans(B)[h == 1], colMeans(B)[h == 0])
long <- data.frame(y = as.vector(B), model = factor(rep(1:12, 30)), task = factor(rep(1:30, each = 12)), h = rep(h, each = 12))
ols <- summary(lm(y ~ h, long))$coefficients["h", "Std. Error"]
mixed <- suppressMessages(lmer(y ~ h + (1 | model) + (1 | task), long))
crossed <- obj(models = num(12), passes = arr(t(B)), arm = arr(h), estimate = num(diff(rev(welch$estimate))), se = num(welch$stderr),
  df = num(welch$parameter), p = num(welch$p.value), lmerSe = num(sqrt(vcov(mixed)["h", "h"])), olsSe = num(ols))
# cells of k/n, one model (case D8): the standard error of the mean of task means
k <- rbinom(20, 8, rep(c(.2, .7), 10)); hk <- rep(c(1, 0), c(8, 12)); w8 <- t.test(k[hk == 1] / 8, k[hk == 0] / 8)
epochs <- obj(passes = arr(k), arm = arr(hk), se = num(w8$stderr), df = num(w8$parameter), p = num(w8$p.value))

cat(obj(source = paste0('"', "R ", getRversion(), " metafor ", packageVersion("metafor"), " lme4 ", packageVersion("lme4"), ', test/reference/shared.R"'),
  crossed = crossed, epochs = epochs, real = paste0("[", paste(real, collapse = ",\n"), "]"), small = paste0("[", paste(small, collapse = ",\n"), "]")),
  "\n", file = "test/reference/shared.json")
