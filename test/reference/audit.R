# Makes audit.json: agreement, correlations, intervals, cluster-robust means, Best@k, by direct algebra or base R.
# Run from the root of the repository: Rscript test/reference/audit.R
# JSON with 17 digits. A length-one vector is a number unless it is wrapped in I(); NULL and NaN are null.
json <- function(x) {
  if (is.null(x)) return("null")
  if (is.matrix(x)) return(sprintf("[%s]", paste(apply(x, 1, function(r) json(I(r))), collapse = ",")))
  if (is.list(x)) {
    parts <- vapply(x, json, "")
    if (is.null(names(x))) return(sprintf("[%s]", paste(parts, collapse = ",\n")))
    return(sprintf("{%s}", paste(sprintf('"%s":%s', names(x), parts), collapse = ",")))
  }
  parts <- if (is.character(x)) sprintf('"%s"', x) else ifelse(is.finite(x), sprintf("%.17g", x), "null")
  if (length(x) == 1 && !inherits(x, "AsIs")) parts else sprintf("[%s]", paste(parts, collapse = ","))
}
set.seed(20260614)
out <- list(tool = paste(R.version.string, "base functions and direct algebra"))

# --- Proportions: prop.test without correction is Wilson's interval, binom.test is Clopper and Pearson's.
counts <- rbind(c(14, 49), c(9, 49), c(4, 16), c(4, 20), c(65, 105), c(10, 11), c(9, 11), c(3, 11), c(8, 11),
                c(0, 7), c(7, 7), c(1, 1), c(312, 432), c(410200, 535737))
out$proportions <- apply(counts, 1, function(r) {
  lapply(c(90, 95, 99), function(level) {
    w <- suppressWarnings(prop.test(r[1], r[2], conf.level = level / 100, correct = FALSE)$conf.int)
    b <- binom.test(r[1], r[2], conf.level = level / 100)$conf.int
    list(x = r[1], n = r[2], level = level, wilson = w[1:2], clopperPearson = b[1:2])
  })
}, simplify = FALSE)
out$proportions <- do.call(c, out$proportions)

# --- F1 from a confusion table; its interval is the Wilson interval of TP/(TP+FP+FN) through 2J/(1+J).
tables <- rbind(c(8, 2, 4, 6), c(0, 3, 2, 5), c(5, 0, 0, 5), c(120, 31, 17, 400), c(1, 0, 0, 0))
out$f1 <- apply(tables, 1, function(t) {
  j <- suppressWarnings(prop.test(t[1], sum(t[1:3]), correct = FALSE)$conf.int)
  list(tp = t[1], fp = t[2], fn = t[3], tn = t[4], precision = t[1] / (t[1] + t[2]), recall = t[1] / (t[1] + t[3]),
       f1 = 2 * t[1] / (2 * t[1] + t[2] + t[3]), lower = 2 * j[1] / (1 + j[1]), upper = 2 * j[2] / (1 + j[2]))
}, simplify = FALSE)

jack <- function(n, f, level = 95) {
  all <- f(seq_len(n))
  rep <- sapply(seq_len(n), function(i) f(setdiff(seq_len(n), i)))
  se <- sqrt((n - 1) / n * sum((rep - mean(rep))^2))
  half <- qt(0.5 + level / 200, n - 1) * se
  list(value = all, se = se, lower = max(-1, all - half), upper = min(1, all + half))
}

# --- Cohen's kappa from the cross table, with weights.
kappa_table <- function(a, b, weight) {
  levels <- sort(unique(c(a, b)))
  t <- table(factor(a, levels), factor(b, levels)) / length(a)
  e <- outer(rowSums(t), colSums(t))
  w <- outer(levels, levels, weight)
  1 - sum(w * t) / sum(w * e)
}
unequal <- function(x, y) 1 * (x != y)
squared <- function(x, y) (x - y)^2
out$cohen <- lapply(c(12, 30, 80), function(n) {
  a <- sample(1:4, n, TRUE)
  b <- ifelse(runif(n) < 0.6, a, sample(1:4, n, TRUE))
  list(a = a, b = b, plain = jack(n, function(i) kappa_table(a[i], b[i], unequal)),
       squared = jack(n, function(i) kappa_table(a[i], b[i], squared)))
})

# --- Fleiss' kappa from the item x category counts.
fleiss <- function(m) {
  n <- sum(m[1, ])
  p <- colSums(m) / sum(m)
  pe <- sum(p^2)
  (mean((rowSums(m^2) - n) / (n * (n - 1))) - pe) / (1 - pe)
}
# The table of Fleiss (1971) as it is widely reprinted: 10 items, 14 raters, kappa 0.210.
fleiss1971 <- rbind(c(0,0,0,0,14), c(0,2,6,4,2), c(0,0,3,5,6), c(0,3,9,2,0), c(2,2,8,1,1), c(7,7,0,0,0),
                    c(3,2,6,3,0), c(2,5,3,2,2), c(6,5,2,1,0), c(0,2,2,3,7))
out$fleiss <- lapply(list(fleiss1971, t(rmultinom(15, 5, c(.5, .3, .2)))), function(m)
  list(counts = m, kappa = jack(nrow(m), function(i) fleiss(m[i, , drop = FALSE]))))

# --- Krippendorff's alpha from the coincidence matrix and the metric written out.
alpha <- function(r, metric) {
  # r: raters x items, NA where missing
  values <- sort(unique(r[!is.na(r)]))
  o <- matrix(0, length(values), length(values))
  for (u in seq_len(ncol(r))) {
    x <- r[!is.na(r[, u]), u]
    m <- length(x)
    if (m < 2) next
    for (i in seq_len(m)) for (j in seq_len(m)) if (i != j) {
      a <- match(x[i], values); b <- match(x[j], values)
      o[a, b] <- o[a, b] + 1 / (m - 1)
    }
  }
  n <- rowSums(o)
  k <- length(values)
  d <- matrix(0, k, k)
  for (a in seq_len(k)) for (b in seq_len(k)) d[a, b] <- switch(metric,
    nominal = 1 * (a != b),
    interval = (values[a] - values[b])^2,
    ordinal = if (a == b) 0 else (sum(n[min(a, b):max(a, b)]) - (n[a] + n[b]) / 2)^2)
  1 - (sum(n) - 1) * sum(o * d) / sum(outer(n, n) * d)
}
# The worked example of Krippendorff (2011): 4 observers, 12 units; nominal .743, ordinal .815, interval .849.
k2011 <- rbind(c(1, 2, 3, 3, 2, 1, 4, 1, 2, NA, NA, NA), c(1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NA, 3),
               c(NA, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NA), c(1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NA))
random <- matrix(sample(c(1, 2, 4, 7, NA), 3 * 25, TRUE, c(.3, .3, .2, .1, .1)), 3)
fractions <- matrix(round(runif(2 * 18), 2), 2)
out$alpha <- lapply(list(k2011, random, fractions), function(r) {
  entry <- list(items = lapply(seq_len(ncol(r)), function(u) I(r[!is.na(r[, u]), u])))
  for (metric in c("nominal", "ordinal", "interval"))
    entry[[metric]] <- jack(ncol(r), function(i) alpha(r[, i, drop = FALSE], metric))
  entry
})

# --- Rank correlations. cor(method = "kendall") is tau-b.
out$correlation <- lapply(list(c(8, 0), c(40, 1), c(25, 0)), function(s) {
  n <- s[1]
  x <- rnorm(n); y <- x + rnorm(n); z <- rnorm(n) + x
  if (s[2] == 1) { x <- round(x * 2) / 2; y <- round(y); z <- round(z) }
  residual <- function(v, i) resid(lm(rank(v[i]) ~ rank(z[i])))
  list(x = x, y = y, z = z, pearson = jack(n, function(i) cor(x[i], y[i])),
       spearman = jack(n, function(i) cor(x[i], y[i], method = "spearman")),
       kendall = jack(n, function(i) cor(x[i], y[i], method = "kendall")),
       partial = jack(n, function(i) cor(residual(x, i), residual(y, i))))
})

# --- Cluster-robust contrasts of group means: CR2 and Satterthwaite by the definition, with matrices.
root_inverse <- function(m) {
  e <- eigen(m, symmetric = TRUE)
  e$vectors %*% diag(1 / sqrt(e$values), length(e$values)) %*% t(e$vectors)
}
cr2 <- function(y, group, cluster, weights) {
  groups <- seq_along(weights)
  x <- sapply(groups, function(g) 1 * (group == g))
  x <- matrix(x, ncol = length(groups))
  bread <- solve(t(x) %*% x)
  hat <- x %*% bread %*% t(x)
  e <- y - x %*% bread %*% t(x) %*% y
  ids <- unique(cluster)
  u <- matrix(0, length(y), length(ids))
  v <- 0
  for (k in seq_along(ids)) {
    i <- which(cluster == ids[k])
    a <- root_inverse(diag(length(i)) - hat[i, i, drop = FALSE])
    row <- weights %*% bread %*% t(x[i, , drop = FALSE]) %*% a
    v <- v + as.numeric(row %*% e[i])^2
    u[, k] <- t(row %*% (diag(length(y)) - hat)[i, , drop = FALSE])
  }
  p <- t(u) %*% u
  value <- as.numeric(weights %*% bread %*% t(x) %*% y)
  df <- sum(diag(p))^2 / sum(p^2)
  half <- qt(0.975, df) * sqrt(v)
  list(value = value, se = sqrt(v), df = df, lower = value - half, upper = value + half)
}
out$clustered <- lapply(list(c(20, 1), c(30, 2), c(60, 2), c(80, 4)), function(s) {
  n <- s[1]; groups <- s[2]
  cluster <- sample(1:8, n, TRUE, prob = 1:8)
  group <- sample(seq_len(groups), n, TRUE)
  y <- 1 * (runif(n) < 0.3 + 0.05 * cluster)
  weights <- if (groups == 1) 1 else if (groups == 2) c(1, -1) else c(0.7, -0.7, 0.3, -0.3)
  c(list(y = I(y), group = group, cluster = cluster, weights = I(weights)), cr2(y, group, cluster, weights))
})

# --- Pass@k and Best@k over all subsets.
best <- function(score, correct, k) mean(combn(length(score), k, function(i) {
  top <- i[score[i] == max(score[i])]
  mean(correct[top])
}))
out$atK <- lapply(1:6, function(case) {
  n <- c(1, 4, 6, 8, 9, 9)[case]
  correct <- 1 * (runif(n) < 0.4)
  score <- if (case %% 2 == 0) sample(1:3, n, TRUE) else rnorm(n)
  list(correct = I(correct), score = I(score), pass = I(sapply(seq_len(n), function(k)
    1 - choose(n - sum(correct), k) / choose(n, k))), best = I(sapply(seq_len(n), function(k)
    if (n == 1) correct else best(score, correct, k))))
})
# Scores that depend on the set: execution-based and hybrid (top half by the execution-free score).
out$sets <- lapply(1:3, function(case) {
  n <- c(5, 7, 8)[case]
  correct <- 1 * (runif(n) < 0.5); regression <- sample(8:9, n, TRUE); tests <- sample(0:3, n, TRUE)
  free <- round(runif(n), 2)
  pick <- function(i, s) mean(correct[i][s == max(s)])
  based <- function(i) ifelse(regression[i] == max(regression[i]), tests[i], 0)
  hybrid <- function(i) {
    cut <- sort(free[i], decreasing = TRUE)[ceiling(length(i) / 2)]
    ifelse(free[i] >= cut, based(i) + free[i], -Inf)
  }
  over <- function(s) I(sapply(seq_len(n), function(k) mean(combn(n, k, function(i) pick(i, s(i))))))
  list(correct = correct, regression = regression, tests = tests, free = free, based = over(based), hybrid = over(hybrid))
})

# --- Group-relative advantage.
out$advantage <- lapply(list(c(1, 0, 0, 1), c(0.2, 0.9, 0.4), c(-1, 1, 0.5, 0.25, 0.25)), function(r)
  list(rewards = r, sample = (r - mean(r)) / sd(r),
       population = (r - mean(r)) / sqrt(mean((r - mean(r))^2))))

writeLines(json(out), "test/reference/audit.json")
