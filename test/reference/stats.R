# Noncentral t, proportion intervals, linear algebra and descriptions, as R gives them. Run: Rscript stats.R
num <- function(x) ifelse(is.infinite(x), ifelse(x > 0, '"Inf"', '"-Inf"'), sprintf("%.17g", x))
arr <- function(x) sprintf("[%s]", paste(num(x), collapse = ","))
rows <- function(m) sprintf("[\n%s\n]", paste(apply(m, 1, arr), collapse = ",\n"))

# Noncentral t: [t, df, ncp, P(T <= t)]. R's pt stops at |ncp| = 37.62 and says itself that it keeps about 1e-12
# absolute.
g <- expand.grid(t = c(-3, -1, -0.2, 0.3, 1, 1.96, 2.2, 4, 8, 20), df = c(2, 5, 13, 30, 133, 499, 2000),
                 ncp = c(-4, -1, 0, 0.1, 0.7, 1.5, 2.8, 5, 9, 15, 20))
g$p <- suppressWarnings(mapply(function(t, df, ncp) if (ncp == 0) pt(t, df) else pt(t, df, ncp), g$t, g$df, g$ncp))
# Power of a two-sided t test: power.t.test(strict = TRUE), two groups of n, sd 1.
w <- expand.grid(n = c(3, 10, 64, 500), delta = c(0.1, 0.5, 1), alpha = c(0.01, 0.05))
w$power <- mapply(function(n, delta, alpha)
  power.t.test(n, delta, 1, alpha, strict = TRUE)$power, w$n, w$delta, w$alpha)

# Proportions: [x, n, level, Wilson, Clopper-Pearson, Jeffreys].
p <- expand.grid(x = c(0, 1, 2, 14, 49, 50), n = c(1, 2, 14, 50, 134, 500), level = c(0.8, 0.95, 0.99))
p <- p[p$x <= p$n, ]
pr <- t(mapply(function(x, n, level) {
  wilson <- prop.test(x, n, conf.level = level, correct = FALSE)$conf.int
  exact <- binom.test(x, n, conf.level = level)$conf.int
  a <- (1 - level) / 2
  jeffreys <- c(if (x == 0) 0 else qbeta(a, x + 0.5, n - x + 0.5), if (x == n) 1 else qbeta(1 - a, x + 0.5, n - x + 0.5))
  c(x, n, 100 * level, wilson, exact, jeffreys)
}, p$x, p$n, p$level))

# Longley's data by lm; and one design with collinear columns.
X <- cbind(1, as.matrix(longley[, 1:6])); y <- longley$Employed
fit <- lm.fit(X, y)
i <- 1:12
Z <- cbind(1, i, i^2, 3 * i - 2, sin(i), i^2 + sin(i), cos(i), 0)
z <- log(i + 0.5)
qz <- qr(Z); kept <- sort(qz$pivot[seq_len(qz$rank)])
S <- crossprod(Z[, kept])

d <- list(x = mtcars$wt, y = mtcars$mpg)
probs <- c(0, 0.025, 0.1, 0.25, 1 / 3, 0.5, 0.9, 0.975, 1)

writeLines(c(
  sprintf('{"tool":"%s","script":"test/reference/stats.R",', R.version.string),
  sprintf('"noncentralT":%s,', rows(as.matrix(g))),
  sprintf('"power":%s,', rows(as.matrix(w))),
  sprintf('"proportion":%s,', rows(pr)),
  sprintf('"longley":{"x":%s,"y":%s,"coefficients":%s,"leverages":%s},', rows(X), arr(y),
          arr(fit$coefficients), arr(hat(fit$qr, FALSE))),
  sprintf('"collinear":{"x":%s,"y":%s,"kept":%s,"coefficients":%s,"inverse":%s,"leverages":%s,"cross":%s,"logDet":%s,"solved":%s},',
          rows(Z), arr(z), arr(kept - 1), arr(qr.coef(qr(Z[, kept]), z)), arr(chol2inv(qr.R(qr(Z[, kept])))),
          arr(hat(qr(Z[, kept]), FALSE)), arr(S), num(2 * sum(log(diag(chol(S))))), arr(solve(S, seq_along(kept)))),
  sprintf('"describe":{"x":%s,"y":%s,"mean":%s,"median":%s,"sd":%s,"probs":%s,"quantiles":%s,"correlation":%s,"line":%s}}',
          arr(d$x), arr(d$y), num(mean(d$x)), num(median(d$x)), num(sd(d$x)), arr(probs), arr(quantile(d$x, probs)),
          num(cor(d$x, d$y)), arr(coef(lm(d$y ~ d$x))))
), "stats.json")
