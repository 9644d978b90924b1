# Regression of task scores on strata, covariates and flag with classical, HC2 and HC3 standard errors (lm, hatvalues),
# independent of passgap. Made-up data. Run from the repository root: Rscript test/reference/decisions.R
num <- function(x) if (length(x) == 0 || is.na(x)) "null" else sprintf("%.17g", x)
arr <- function(x) paste0("[", paste(vapply(as.numeric(x), num, ""), collapse = ","), "]")
str <- function(x) paste0("[", paste0('"', x, '"', collapse = ","), "]")
obj <- function(...) { l <- list(...); paste0("{", paste0('"', names(l), '":', unlist(l), collapse = ","), "}") }

set.seed(11)
n <- 60
stratum <- sample(c("easy", "medium", "hard"), n, TRUE, c(.4, .4, .2))
x <- sample(0:3, n, TRUE)
repo <- sample(c("a", "b", "c"), n, TRUE)
flag <- rbinom(n, 1, plogis(-1 + 0.4 * x))
u <- pmin(1, pmax(0, 0.7 - 0.2 * (stratum == "medium") - 0.4 * (stratum == "hard") + 0.1 * flag - 0.05 * x +
  rnorm(n, 0, 0.2)))

fit <- function(weights, covariates) {
  n1 <- tapply(flag == 1, stratum, sum)[stratum]; n0 <- tapply(flag == 0, stratum, sum)[stratum]
  w <- switch(weights, mh = rep(1, n), flagged = ifelse(flag == 1, 1, n1 / n0),
    all = ifelse(flag == 1, (n1 + n0) / n1, (n1 + n0) / n0))
  d <- data.frame(u, stratum, x, twice = 2 * x, repo, flag, w)
  m <- lm(as.formula(paste("u ~", paste(c("stratum", covariates, "flag"), collapse = " + "))), d, weights = w)
  X <- model.matrix(m)[, !is.na(coef(m))]
  W <- diag(w); bread <- solve(t(X) %*% W %*% X); h <- hatvalues(m); e <- residuals(m)
  hc <- function(k) sqrt((bread %*% t(X) %*% W %*% diag(e^2 / (1 - h)^k) %*% W %*% X %*% bread)["flag", "flag"])
  obj(weights = sprintf('"%s"', weights), covariates = if (length(covariates)) str(covariates) else "[]",
    estimate = num(coef(m)["flag"]), classical = num(summary(m)$coefficients["flag", 2]), hc2 = num(hc(1)),
    hc3 = num(hc(2)), df = num(m$df.residual))
}
fits <- c()
for (w in c("mh", "flagged", "all"))
  for (covariates in list(character(0), "x", "repo", c("x", "repo"), c("x", "twice")))
    fits <- c(fits, fit(w, covariates))
cat(obj(tool = sprintf('"R %s"', getRversion()), stratum = str(stratum), x = arr(x), repo = str(repo),
  flag = arr(flag), score = arr(u), regression = paste0("[", paste(fits, collapse = ",\n"), "]")), "\n",
  file = "test/reference/decisions.json", sep = "")
