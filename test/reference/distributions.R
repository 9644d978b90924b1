# Tails, log tails and quantiles of the six families, as R gives them. Run: Rscript distributions.R
# Each point: [parameters, x, lower, upper, log lower, log upper]; each quantile: [parameters, p, x].
# The x of a point are R's quantiles of tails from 1e-300 to 1/2 on either side, cut to 12 digits.
num <- function(x) ifelse(is.infinite(x), ifelse(x > 0, '"Inf"', '"-Inf"'), sprintf("%.17g", x))
row <- function(par, v) sprintf("[[%s],%s]", paste(num(par), collapse = ","), paste(num(v), collapse = ","))
tails <- c(-300, -200, -100, -50, -20, -12, -7, -4, -2, -1, log10(0.3), log10(0.5))
probs <- c(1e-300, 1e-100, 1e-20, 1e-10, 1e-5, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.4, 0.49999,
           0.5, 0.6, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 0.999999, 1 - 2^-40)
spread <- function(q, extra) {
  x <- c(sapply(tails, function(e) q(e * log(10), TRUE)), sapply(tails, function(e) q(e * log(10), FALSE)), extra)
  x <- signif(x[is.finite(x)], 12)
  sort(unique(x))
}
family <- function(name, pars, p, q, extra = function(par) NULL, cut = function(x, par) x) {
  points <- quantiles <- character(0)
  for (par in pars) {
    P <- function(x, lower, log) do.call(p, c(list(x), as.list(par), list(lower.tail = lower, log.p = log)))
    Q <- function(lp, lower) suppressWarnings(do.call(q, c(list(lp), as.list(par), list(lower.tail = lower, log.p = TRUE))))
    for (x in cut(spread(Q, extra(par)), par))
      points <- c(points, row(par, c(x, P(x, TRUE, FALSE), P(x, FALSE, FALSE), P(x, TRUE, TRUE), P(x, FALSE, TRUE))))
    for (pr in probs) {
      x <- suppressWarnings(do.call(q, c(list(pr), as.list(par))))
      if (is.finite(x)) quantiles <- c(quantiles, row(par, c(pr, x)))
    }
  }
  sprintf('"%s":{"points":[\n%s\n],"quantiles":[\n%s\n]}', name,
          paste(points, collapse = ",\n"), paste(quantiles, collapse = ",\n"))
}
out <- c(
  family("normal", list(numeric(0)), pnorm, qnorm, function(par) c(-40, -5, -1e-10, 0, 1e-5, 1, 38, 40, 1000)),
  family("t", list(0.5, 1, 2, 4.5, 9, 30, 133, 499, 5000, 1e6, Inf), pt, qt,
         function(par) c(-0.1, 0, 1e-9, 1.96, 12, 200)),
  family("chi2", list(0.2, 1, 2, 3, 4, 9, 63, 133, 500, 5000, 1e6), pchisq, qchisq,
         function(par) c(1e-10, 1, 161.13, 5000), function(x, par) x[x > 0]),
  family("f", list(c(1, 1), c(1, 5), c(2, 10), c(3, 20), c(5, 133), c(10, 10), c(133, 4), c(500, 500),
                   c(1, 1e4), c(7, 2.5), c(4, Inf)), pf, qf,
         function(par) c(1e-6, 0.5, 1, 30), function(x, par) x[x > 0]),
  family("beta", list(c(0.5, 0.5), c(1, 1), c(0.5, 66.5), c(2, 3), c(15, 120), c(134, 1), c(0.1, 3), c(30, 0.2),
                      c(1000, 1000), c(1.5, 1e5)), pbeta, qbeta,
         function(par) c(1e-8, 0.1, 0.5, 0.9), function(x, par) x[x > 0 & x < 1]),
  family("binomial", list(c(1, 0.5), c(3, 0.5), c(10, 0.3), c(134, 0.5), c(134, 0.9), c(500, 0.05), c(1000, 0.001),
                          c(5000, 0.4), c(1e6, 0.5)), pbinom, qbinom,
         function(par) c(0, 1, par[1] - 1, par[1]), function(x, par) x[x >= 0]))
writeLines(sprintf('{"tool":"%s","script":"test/reference/distributions.R",\n%s}', R.version.string,
                   paste(out, collapse = ",\n")), "distributions.json")
