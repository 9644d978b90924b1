# Reference fits of the crossed logistic model: simulated designs and two real sets of flags.
# Run from the repository's root: Rscript test/reference/glmer-crossed.R
# For each design: lme4's glmer (nAGQ = 1) by three optimisers with tight tolerances, the best kept (tolPwrss is
# 1e-13: with its default of 1e-7 the log-likelihood is up to 0.01 short, with 1e-10 still 2e-4); and the
# plain Laplace deviance of glmer-laplace.R, minimised from there and polished by Newton steps, with standard
# errors from its Hessian (numDeriv), the marginal risk difference by integrate() and, where said, the profile
# interval of the flag's coefficient by uniroot().
suppressMessages({ library(lme4); library(numDeriv) })
source("test/reference/glmer-laplace.R")

simulate <- function(seed, models, tasks, sd_model, sd_task, sd_slope = 0, cor = 0, attempts = 1, missing = 0,
                     strata = 2, flag = 0.8) {
  set.seed(seed)
  h <- rbinom(tasks, 1, 0.35); h[1:4] <- c(0, 1, 0, 1)
  stratum <- rep_len(seq_len(strata), tasks)
  u <- sd_model * rnorm(models)
  s <- sd_slope * (cor * u / max(sd_model, 1e-9) + sqrt(1 - cor^2) * rnorm(models))
  eta <- outer(u, 0.4 + flag * h - 0.9 * (stratum - 1) + sd_task * rnorm(tasks), "+") + outer(s, h)
  n <- matrix(if (attempts == 1) 1 else sample(attempts, models * tasks, TRUE), models, tasks)
  n[runif(models * tasks) < missing] <- 0
  k <- matrix(rbinom(models * tasks, n, plogis(eta)), models)
  list(k = k, n = n, flag = h, stratum = stratum, strata = paste0("s", seq_len(strata)))
}
real <- function(name) {
  home <- "data/swe-bench-verified"
  outcomes <- read.csv(file.path(home, "outcomes.csv"), check.names = FALSE)
  tasks <- read.csv(file.path(home, "tasks.csv"))
  flags <- read.csv(file.path(home, "flags", paste0(name, ".csv")))
  used <- merge(flags[flags$status %in% c("hackable", "robust"), ], tasks, by = "task")
  strata <- c("<15 min fix", "15 min - 1 hour", "1-4 hours", ">4 hours")
  strata <- strata[strata %in% used$difficulty]
  k <- as.matrix(outcomes[, used$task])
  list(k = unname(k), n = matrix(1, nrow(k), ncol(k)), flag = as.integer(used$status == "hackable"),
       stratum = match(used$difficulty, strata), strata = strata)
}
# Six models and eight tasks by hand: the example of fitCrossed.
example <- function() {
  rows <- c("11101100", "11100100", "11010110", "01000100", "10001000", "11111110")
  k <- t(sapply(strsplit(rows, ""), as.numeric))
  list(k = k, n = matrix(1, 6, 8), flag = c(1, 1, 1, 0, 0, 0, 0, 0), stratum = rep(1, 8), strata = "all")
}
# A stratum that nobody passes: its coefficient runs to minus infinity, lme4 stops on the way.
never_passed <- function() {
  d <- simulate(12, 18, 36, 1, 1.2, strata = 3)
  d$k[, d$stratum == 3] <- 0
  d
}
designs <- list(
  list(name = "example", slope = "none", profile = TRUE, data = example()),
  list(name = "binary", slope = "none", profile = TRUE, data = simulate(1, 20, 40, 1.2, 1.5)),
  list(name = "counts", slope = "none", profile = TRUE, data = simulate(2, 15, 30, 0.8, 1.1, attempts = 5)),
  list(name = "missing", slope = "none", profile = FALSE, data = simulate(3, 18, 36, 1, 1.3, missing = 0.25)),
  list(name = "counts-missing-tall", slope = "none", profile = FALSE,
       data = simulate(4, 40, 14, 1, 0.9, attempts = 3, missing = 0.15, strata = 3)),
  list(name = "slope-correlated", slope = "correlated", profile = FALSE,
       data = simulate(5, 30, 60, 1.1, 1, sd_slope = 1.2, cor = 0.5)),
  list(name = "slope-independent", slope = "independent", profile = FALSE,
       data = simulate(5, 30, 60, 1.1, 1, sd_slope = 1.2, cor = 0.5)),
  list(name = "slope-tall", slope = "correlated", profile = FALSE,
       data = simulate(6, 60, 24, 0.9, 0.8, sd_slope = 1, cor = -0.4, attempts = 2, missing = 0.1)),
  list(name = "slope-at-zero", slope = "independent", profile = FALSE, data = simulate(20, 12, 30, 1, 1)),
  list(name = "correlation-at-one", slope = "correlated", profile = FALSE,
       data = simulate(21, 14, 30, 1, 1, sd_slope = 0.4, cor = 0.9)),
  list(name = "models-at-zero", slope = "none", profile = FALSE, data = simulate(8, 16, 30, 0, 1.2)),
  list(name = "tasks-at-zero", slope = "none", profile = FALSE, data = simulate(20, 16, 30, 1, 0)),
  list(name = "one-stratum", slope = "none", profile = FALSE, data = simulate(10, 10, 25, 1.5, 2, strata = 1)),
  list(name = "never-passed-stratum", slope = "none", data = never_passed()),
  list(name = "tripwire-anchor", slope = "none", profile = TRUE, flags = "tripwire-anchor"),
  list(name = "tripwire-accepted", slope = "none", profile = TRUE, flags = "tripwire-accepted"),
  list(name = "tripwire-accepted-slope", slope = "correlated", profile = FALSE, flags = "tripwire-accepted")
)

lme4_fit <- function(d, slope) {
  cells <- which(d$n > 0, arr.ind = TRUE)
  long <- data.frame(k = d$k[cells], n = d$n[cells], model = factor(cells[, 1]), task = factor(cells[, 2]),
                     flag = d$flag[cells[, 2]], stratum = factor(d$stratum[cells[, 2]]))
  fixed <- if (length(d$strata) > 1) "cbind(k, n - k) ~ flag + stratum +" else "cbind(k, n - k) ~ flag +"
  random <- switch(slope, none = "(1 | model)", independent = "(1 + flag || model)", correlated = "(1 + flag | model)")
  formula <- as.formula(paste(fixed, random, "+ (1 | task)"))
  tight <- list(
    glmerControl("bobyqa", optCtrl = list(rhoend = 1e-9, maxfun = 20000), tolPwrss = 1e-13),
    glmerControl("nloptwrap", optCtrl = list(xtol_abs = 1e-10, ftol_abs = 1e-10, maxeval = 20000), tolPwrss = 1e-13),
    glmerControl("Nelder_Mead", optCtrl = list(FtolAbs = 1e-10, XtolRel = 1e-10, maxfun = 20000), tolPwrss = 1e-13)
  )
  fits <- lapply(tight, function(control) suppressWarnings(suppressMessages(glmer(formula, long, binomial, control = control))))
  all <- sapply(fits, function(fit) as.numeric(logLik(fit)))
  best <- fits[[which.max(all)]]
  v <- as.data.frame(VarCorr(best))
  sd_of <- function(group, term) { x <- v$sdcor[substr(v$grp, 1, 5) == group & v$var1 == term & is.na(v$var2)]; if (length(x)) x else NA }
  cor <- v$sdcor[!is.na(v$var2)]
  theta <- getME(best, "theta") # blocks stand in lme4's own order
  names(theta) <- sub("model.1", "model", names(theta), fixed = TRUE)
  pick <- switch(slope, none = "model.(Intercept)", independent = c("model.(Intercept)", "model.flag"),
                 correlated = c("model.(Intercept)", "model.flag.(Intercept)", "model.flag"))
  list(all = all, logLik = max(all), beta = unname(fixef(best)), se = unname(sqrt(diag(as.matrix(vcov(best))))),
       sdModel = sd_of("model", "(Intercept)"), sdTask = sd_of("task", "(Intercept)"), sdSlope = sd_of("model", "flag"),
       corSlope = if (length(cor)) cor else NA, par = unname(c(theta[pick], theta["task.(Intercept)"], fixef(best))))
}

risk_difference <- function(d, slope, X, par) {
  theta <- switch(slope, none = c(par[1], 0, 0, par[2]), independent = c(par[1], 0, par[2:3]), correlated = par[1:4])
  beta <- par[-(1:switch(slope, none = 2, independent = 3, correlated = 4))]
  spread <- c(sqrt(theta[1]^2 + theta[4]^2), sqrt((theta[1] + theta[2])^2 + theta[3]^2 + theta[4]^2))
  mean_of <- function(mu, s) integrate(function(z) plogis(mu + s * z) * dnorm(z), -Inf, Inf, rel.tol = 1e-11)$value
  cells <- colSums(d$n > 0)
  total <- 0
  for (s in sort(unique(d$stratum))) {
    x <- X[which(d$stratum == s)[1], ]
    x[2] <- 1; hackable <- mean_of(sum(x * beta), spread[2])
    x[2] <- 0; robust <- mean_of(sum(x * beta), spread[1])
    total <- total + sum(cells[d$stratum == s]) / sum(cells) * (hackable - robust)
  }
  total
}

plain_fit <- function(d, slope, start, profile) {
  X <- if (length(d$strata) > 1) model.matrix(~ d$flag + factor(d$stratum)) else model.matrix(~ d$flag)
  deviance <- crossed_deviance(d$k, d$n, X, d$flag, slope)
  par <- nlminb(start, deviance, control = list(rel.tol = 1e-14, x.tol = 1e-10, iter.max = 500, eval.max = 2000))$par
  # Absolute steps of 0.04 and halves of it: the deviance has rounding errors of 1e-11.
  steps <- list(eps = 0.04, r = 4)
  around <- function(p) function(shift) deviance(p + shift)
  none <- rep(0, length(par))
  for (i in 1:3) {
    H <- hessian(around(par), none, method.args = steps)
    par <- par - as.vector(solve(H, grad(around(par), none, method.args = steps)))
  }
  deviations <- switch(slope, none = 2, independent = 3, correlated = 4)
  V <- 2 * solve(hessian(around(par), none, method.args = steps))
  theta <- switch(slope, none = c(par[1], 0, 0, par[2]), independent = c(par[1], 0, par[2:3]), correlated = par[1:4])
  J <- grad(function(p) risk_difference(d, slope, X, p), par)
  out <- list(logLik = -deviance(par) / 2, beta = par[-(1:deviations)], se = sqrt(diag(V))[-(1:deviations)],
              sdModel = abs(theta[1]), sdTask = abs(theta[4]),
              sdSlope = if (slope == "none") NA else sqrt(theta[2]^2 + theta[3]^2),
              corSlope = if (slope == "correlated") sign(theta[1]) * theta[2] / sqrt(theta[2]^2 + theta[3]^2) else NA,
              riskDifference = risk_difference(d, slope, X, par), riskDifferenceSe = sqrt(sum(J * (V %*% J))))
  if (profile) {
    at <- deviations + 2; best <- deviance(par); se <- sqrt(V[at, at])
    rise <- function(b) {
      free <- par[-at]
      f <- function(p) deviance(append(p, b, at - 1))
      free <- nlminb(free, f, control = list(rel.tol = 1e-14))$par
      f(free) - best - qnorm(0.975)^2
    }
    out$profile <- c(uniroot(rise, par[at] - c(3.5, 1) * se, tol = 1e-7)$root, uniroot(rise, par[at] + c(1, 3.5) * se, tol = 1e-7)$root)
  }
  out
}

results <- lapply(designs, function(design) {
  d <- if (is.null(design$flags)) design$data else real(design$flags)
  lme4 <- lme4_fit(d, design$slope)
  plain <- if (!is.null(design$profile)) plain_fit(d, design$slope, lme4$par, design$profile)
  cat(design$name, format(c(lme4$all, plain$logLik), digits = 12), "\n")
  lme4$par <- NULL
  out <- list(name = design$name, slope = design$slope, strata = d$strata, lme4 = lme4)
  if (!is.null(plain)) out$laplace <- plain
  if (is.null(design$flags)) out <- c(out, list(models = nrow(d$k), tasks = ncol(d$k), passes = as.vector(t(d$k)),
                                                attempts = as.vector(t(d$n)), flag = d$flag, stratum = d$stratum - 1))
  else out$flags <- design$flags
  out
})
json <- jsonlite::toJSON(list(
  tool = paste("R", getRversion(), "lme4", packageVersion("lme4"), "numDeriv", packageVersion("numDeriv")),
  call = "glmer(cbind(k, n - k) ~ flag + stratum + (1 | model) + (1 | task), binomial), nAGQ = 1, and glmer-laplace.R",
  designs = results
), auto_unbox = TRUE, digits = I(17), na = "null")
writeLines(json, "test/reference/glmer-crossed.json")
