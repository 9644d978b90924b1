# Power of the stratified t test by noncentral t (pt with ncp, power.t.test), fixed and averaged over binomial numbers of
# hackable tasks; independent of passgap. Made-up spreads. Run from the repository root: Rscript test/reference/plan.R
num <- function(x) if (length(x) == 0 || is.na(x)) "null" else sprintf("%.17g", x)
arr <- function(x) paste0("[", paste(vapply(as.numeric(x), num, ""), collapse = ","), "]")
str <- function(x) paste0('"', x, '"')
obj <- function(...) { l <- list(...); paste0("{", paste0('"', names(l), '":', unlist(l), collapse = ","), "}") }

weight <- function(rule, n1, n0) switch(rule, flagged = n1, all = n1 + n0, mh = n1 * n0 / (n1 + n0))

# Fixed numbers of tasks. Score u of a hackable task is add + shrink * u.
design <- function(n1, n0, mean, sd, add, shrink, rule, alpha) {
  use <- n1 > 0 & n0 > 0
  if (!any(use)) return(NULL)
  n1 <- n1[use]; n0 <- n0[use]; mean <- mean[use]; sd <- sd[use]
  w <- weight(rule, n1, n0); w <- w / sum(w)
  if (sum(n1 - 1) == 0 || sum(n0 - 1) == 0) return(NULL)
  v1 <- (shrink * sd)^2; v0 <- sd^2
  seen <- function(v, n) ifelse(n > 1, v, sum((n - 1) * v) / sum(n - 1))
  df <- function(n) ifelse(n > 1, n - 1, sum(n - 1))
  e <- c(w^2 * seen(v1, n1) / n1, w^2 * seen(v0, n0) / n0)
  se2 <- sum(w^2 * v1 / n1 + w^2 * v0 / n0)
  nu <- sum(e)^2 / sum(e^2 / c(df(n1), df(n0)))
  gap <- sum(w * (add + (shrink - 1) * mean))
  crit <- qt(1 - alpha / 2, nu) * sqrt(sum(e) / se2)
  ncp <- gap / sqrt(se2)
  list(gap = gap, se = sqrt(se2), expectedSe = sqrt(sum(e)), df = nu,
    power = pt(crit, nu, ncp, lower.tail = FALSE) + pt(-crit, nu, ncp))
}

ttest <- apply(expand.grid(n = c(5, 20, 60), delta = c(0.05, 0.2), sd = c(0.2, 0.3)), 1, function(r) {
  p <- power.t.test(n = r[["n"]], delta = r[["delta"]], sd = r[["sd"]], strict = TRUE, sig.level = 0.05)
  obj(n = num(r[["n"]]), delta = num(r[["delta"]]), sd = num(r[["sd"]]), power = num(p$power))
})

mean <- c(0.67, 0.46, 0.18, 0.3); sd <- c(0.27, 0.30, 0.22, 0.25)
numbers <- list(list(c(6, 7, 1, 0), c(13, 19, 3, 0)), list(c(20, 30, 5, 1), c(50, 60, 10, 1)), list(c(3, 0, 2, 1), c(4, 9, 1, 0)),
  list(c(1, 1, 0, 0), c(4, 4, 2, 2)), list(c(0, 0, 0, 0), c(5, 5, 5, 1)))
fixed <- c()
for (x in numbers) for (rule in c("flagged", "all", "mh")) for (p in list(c(0.14, 1), c(0.3, 0.7))) for (alpha in c(0.05, 0.01)) {
  d <- design(x[[1]], x[[2]], mean, sd, p[1], p[2], rule, alpha)
  fixed <- c(fixed, obj(n1 = arr(x[[1]]), n0 = arr(x[[2]]), add = num(p[1]), shrink = num(p[2]), weights = str(rule), alpha = num(alpha),
    gap = num(d$gap), se = num(d$se), expectedSe = num(d$expectedSe), df = num(d$df), power = num(d$power)))
}

average <- function(a, share, add, shrink, rule, alpha) {
  grid <- expand.grid(lapply(a, function(n) 0:n))
  power <- 0; none <- 0
  for (i in seq_len(nrow(grid))) {
    n1 <- as.numeric(grid[i, ])
    p <- prod(dbinom(n1, a, share))
    d <- design(n1, a - n1, mean[seq_along(a)], sd[seq_along(a)], add, shrink, rule, alpha)
    if (is.null(d)) none <- none + p else power <- power + p * d$power
  }
  c(power, none)
}
averaged <- c()
for (a in list(c(6, 8, 4), c(19, 26, 4), c(40, 50), c(3, 2))) for (rule in c("flagged", "all", "mh")) for (p in list(c(0.25, 1), c(0.4, 0.6))) {
  share <- c(0.3, 0.2, 0.4)[seq_along(a)]
  r <- average(a, share, p[1], p[2], rule, 0.05)
  averaged <- c(averaged, obj(audited = arr(a), share = arr(share), add = num(p[1]), shrink = num(p[2]), weights = str(rule),
    power = num(r[1]), noTest = num(r[2])))
}

# Smallest gap of published sizes (49 audited, 14 hackable, in proportion) under made-up spreads: uniroot on the power.
n1 <- c(6, 7, 1, 0); n0 <- c(13, 19, 3, 0)
detectable <- vapply(c("flagged", "all", "mh"), function(rule) {
  g <- uniroot(function(g) design(n1, n0, mean, sd, g, 1, rule, 0.05)$power - 0.8, c(0.01, 1), tol = 1e-13)$root
  obj(weights = str(rule), gap = num(g))
}, "")

json <- obj(tool = str(paste("R", getRversion())), mean = arr(mean), sd = arr(sd),
  ttest = paste0("[", paste(ttest, collapse = ",\n"), "]"), fixed = paste0("[", paste(fixed, collapse = ",\n"), "]"),
  averaged = paste0("[", paste(averaged, collapse = ",\n"), "]"),
  n1 = arr(n1), n0 = arr(n0), detectable = paste0("[", paste(detectable, collapse = ",\n"), "]"))
writeLines(json, "test/reference/plan.json")
