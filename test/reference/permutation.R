# Exact permutation by brute force: every arrangement of the flags within strata, the whole analysis (gaps, variances,
# tau2, weights by metafor's rma) in each. Also p(delta) around the ends of the interval by inversion.
# Run from the repository root: Rscript test/reference/permutation.R
suppressMessages(library(metafor))
num <- function(x) if (length(x) == 0 || is.na(x)) "null" else sprintf("%.17g", x)
arr <- function(x) paste0("[", paste(vapply(as.numeric(x), num, ""), collapse = ","), "]")
str <- function(x) paste0("[", paste0('"', x, '"', collapse = ","), "]")
obj <- function(...) { l <- list(...); paste0("{", paste0('"', names(l), '":', unlist(l), collapse = ","), "}") }

# variance of an arm's rate
armVariance <- function(y, rule, counts) {
  n <- length(y); x <- sum(y)
  if (counts && n > 1) { v <- var(y) / n; if (v > 1e-15) return(v); if (rule == "raw") return(0) }
  if (rule == "raw") return(x / n * (1 - x / n) / n)
  q <- (x + 1) / (n + 2); q * (1 - q) / (n + 2)
}
effectOf <- function(y1, y0, measure, rule, counts) {
  if (measure == "RD") return(c(mean(y1) - mean(y0), armVariance(y1, rule, counts) + armVariance(y0, rule, counts)))
  if (measure == "AS") return(c(asin(sqrt(mean(y1))) - asin(sqrt(mean(y0))), 1 / (4 * length(y1)) + 1 / (4 * length(y0))))
  e <- escalc(measure, ai = sum(y1), n1i = length(y1), ci = sum(y0), n2i = length(y0), add = 1/2, to = "only0")
  c(e$yi, e$vi)
}
gapOf <- function(y, stratum, arm, weights, measure, rule, counts) {
  w <- d <- v <- c()
  for (s in unique(stratum)) {
    y1 <- y[stratum == s & arm == 1 & !is.na(y)]; y0 <- y[stratum == s & arm == 0 & !is.na(y)]
    n1 <- length(y1); n0 <- length(y0); if (n1 == 0 || n0 == 0) next
    e <- effectOf(y1, y0, measure, rule, counts); d <- c(d, e[1]); v <- c(v, e[2])
    w <- c(w, switch(weights, flagged = n1, all = n1 + n0, mh = n1 * n0 / (n1 + n0)))
  }
  if (length(w) == 0) return(c(NA, NA))
  w <- w / sum(w); c(sum(w * d), sum(w^2 * v))
}
pooled <- function(R, stratum, arm, o) {
  g <- apply(R, 1, gapOf, stratum, arm, o$weights, o$measure, o$rule, o$counts)
  ok <- !is.na(g[1, ]) & g[2, ] > 0
  fit <- suppressWarnings(rma(g[1, ok], g[2, ok], method = if (sum(ok) == 1) "EE" else o$method,
    control = list(threshold = 1e-14, maxiter = 10000, tau2.max = 10, tol = 1e-15)))
  list(estimate = as.numeric(fit$beta), tau2 = fit$tau2, yi = g[1, ], vi = g[2, ], ok = ok)
}
arrangements <- function(stratum, arm) {
  per <- lapply(unique(stratum), function(s) { i <- which(stratum == s); combn(i, sum(arm[i]), simplify = FALSE) })
  # combn(x) of one number counts up to it: strata here have more than one task
  grid <- expand.grid(lapply(per, seq_along))
  lapply(seq_len(nrow(grid)), function(g) { a <- rep(0, length(arm)); for (k in seq_along(per)) a[per[[k]][[grid[g, k]]]] <- 1; a })
}
out <- c()
add <- function(name, passes, attempts, stratum, arm, o) {
  R <- ifelse(attempts == 0, NA, passes / attempts)
  obs <- pooled(R, stratum, arm, o)
  arrs <- arrangements(stratum, arm)
  T <- vapply(arrs, function(a) pooled(R, stratum, a, o)$estimate, 0)
  tie <- 1e-12 * abs(obs$estimate)
  p <- mean(abs(T) >= abs(obs$estimate) - tie); pg <- mean(T >= obs$estimate - tie)
  # the interval, RD: shift the scores, hold the weights, permute
  ends <- "null"
  if (o$measure == "RD") {
    a <- ifelse(obs$ok, 1 / (obs$vi + obs$tau2), 0)
    held <- function(R, arm) {
      y <- apply(R, 1, function(y) gapOf(y, stratum, arm, o$weights, "RD", "raw", FALSE)[1])
      use <- a > 0 & !is.na(y); sum((a * y)[use]) / sum(a[use])
    }
    pOf <- function(delta) {
      S <- sweep(R, 2, delta * arm); t0 <- held(S, arm)
      mean(vapply(arrs, function(x) abs(held(S, x)) >= abs(t0) - 1e-13, TRUE))
    }
    centre <- held(R, arm)
    # p falls away from the centre: bisect for the last delta with p > alpha
    endOf <- function(sign) { lo <- 0; hi <- 4; for (i in 1:45) { mid <- (lo + hi) / 2; if (pOf(centre + sign * mid) > o$alpha) lo <- mid else hi <- mid }; centre + sign * lo }
    ends <- arr(c(endOf(-1), endOf(1)))
  }
  out <<- c(out, obj(name = paste0('"', name, '"'), measure = paste0('"', o$measure, '"'), weights = paste0('"', o$weights, '"'),
    variance = paste0('"', if (o$rule == "raw") "raw" else "agresti-caffo", '"'), method = paste0('"', o$method, '"'),
    models = num(nrow(R)), passes = arr(t(passes)), attempts = arr(t(attempts)), stratum = str(stratum), arm = arr(arm),
    observed = num(obs$estimate), p = num(p), pGreater = num(pg), arrangements = num(length(T)), sorted = arr(sort(T)),
    level = num(100 * (1 - o$alpha)), interval = ends))
  message(name, ": ", length(T), " arrangements, p ", p)
}
set.seed(5)
stratum <- c(rep("a", 6), rep("b", 5)); arm <- c(1,1,0,0,0,0, 1,1,0,0,0)
P <- matrix(rbinom(5 * 11, 1, rep(c(.3, .4, .5, .6, .7), 11)), 5); P[, arm == 1] <- pmax(P[, arm == 1], matrix(rbinom(20, 1, .5), 5)); N <- P * 0 + 1
o <- function(...) modifyList(list(measure = "RD", weights = "flagged", rule = "ac", method = "DL", counts = FALSE, alpha = .1), list(...))
add("two strata, DL", P, N, stratum, arm, o())
add("two strata, REML, all", P, N, stratum, arm, o(method = "REML", weights = "all"))
add("two strata, EE, raw", P, N, stratum, arm, o(method = "EE", rule = "raw", weights = "mh"))
add("two strata, OR", P, N, stratum, arm, o(measure = "OR"))
add("two strata, RR, PM", P, N, stratum, arm, o(measure = "RR", method = "PM"))
add("two strata, AS", P, N, stratum, arm, o(measure = "AS", method = "EE"))
H <- matrix(FALSE, 5, 11); H[cbind(c(1, 2, 3, 4, 5, 1), c(2, 7, 4, 9, 11, 5))] <- TRUE
add("missing cells", P * !H, N * !H, stratum, arm, o())
K <- matrix(sample(2:4, 55, TRUE), 5); X <- matrix(rbinom(55, K, .5), 5)
add("counts", X, K, stratum, arm, o(counts = TRUE))
add("counts, missing cells", X * !H, K * !H, stratum, arm, o(counts = TRUE, method = "EE"))
# ties: two kinds of tasks only, so that many arrangements give the same gap
T2 <- matrix(rep(c(1, 1, 0, 1, 0, 0, 0, 0), each = 2), 2)
add("ties", T2, T2 * 0 + 1, rep("a", 8), c(1, 1, 1, 0, 0, 0, 0, 0), o(method = "EE"))
cat(obj(source = paste0('"R ', getRversion(), " metafor ", packageVersion("metafor"), ', test/reference/permutation.R"'),
  log10Arrangements795 = num(lchoose(795, 265) / log(10)), cases = paste0("[", paste(out, collapse = ",\n"), "]")), "\n",
  file = "test/reference/permutation.json")
