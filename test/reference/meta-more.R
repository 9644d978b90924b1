# Makes meta-more.json: what meta.json lacks, and what it holds to metafor's default tolerance only.
#   Rscript meta-more.R > meta-more.json
# Run with R 4.2.2, metafor 3.8-1, metadat 1.2-0, clubSandwich 0.5.8, jsonlite 1.8.4. 17 digits.
suppressMessages({ library(metafor); library(jsonlite); library(clubSandwich) })
options(warn = -1)
control <- list(threshold = 1e-13, tol = 1e-14, maxiter = 100000, tau2.max = 1e7)
rma <- function(...) {
  for (threshold in c(1e-13, 1e-12, 1e-10)) {
    control$threshold <- threshold
    r <- try(metafor::rma(..., control = control), silent = TRUE)
    if (!inherits(r, "try-error")) return(r)
  }
  stop(r)
}
plain <- function(x) { x <- as.numeric(x); x[!is.finite(x)] <- NA; x }
orNA <- function(x) if (is.null(x)) NA else plain(x)
fitOut <- function(r) {
  list(estimate = plain(r$beta), se = plain(r$se), statistic = plain(r$zval), p = plain(r$pval),
       ciLower = plain(r$ci.lb), ciUpper = plain(r$ci.ub), tau2 = r$tau2, seTau2 = orNA(r$se.tau2), i2 = r$I2,
       h2 = r$H2, q = r$QE, qP = r$QEp, logLik = plain(logLik(r, REML = r$method == "REML")), r2 = orNA(r$R2))
}
bcg <- escalc("RR", ai = tpos, bi = tneg, ci = cpos, di = cneg, data = dat.bcg)
rau <- dat.raudenbush1985
sets <- list(
  bcg = list(yi = plain(bcg$yi), vi = plain(bcg$vi)),
  raudenbush = list(yi = plain(rau$yi), vi = plain(rau$vi)),
  bangertdrowns = list(yi = plain(dat.bangertdrowns2004$yi), vi = plain(dat.bangertdrowns2004$vi)),
  normand = { e <- escalc("MD", m1i = m1i, sd1i = sd1i, n1i = n1i, m2i = m2i, sd2i = sd2i, n2i = n2i, data = dat.normand1999)
              list(yi = plain(e$yi), vi = plain(e$vi)) },
  viechtbauer = list(yi = c(-.581, .530, .771, 1.031, .553, .295, .078, .573, -.176, -.232),
                     vi = c(.023, .052, .060, .115, .095, .203, .200, .211, .051, .040)),
  homogeneous = list(yi = c(.10, .12, .11, .09, .105), vi = c(.01, .02, .015, .01, .02)),
  opposed = list(yi = c(.3, -.3), vi = c(.04, .04)),
  precise = list(yi = c(.1, 1, -2, 3, .5, 2.5), vi = c(1e-6, 1, 1, 2, 1.5, 2)))

# --- fits that meta.json lacks -------------------------------------------------------------------------------
fits <- list()
for (name in names(sets)) {
  s <- sets[[name]]
  k <- length(s$yi)
  a <- 1 / sqrt(s$vi)
  add <- function(method, test, r, level = 95, ...) {
    p <- predict(r, level = level)
    fits[[length(fits) + 1]] <<- c(list(set = name, method = method, test = test, level = level),
                                   fitOut(r), list(piLower = plain(p$pi.lb), piUpper = plain(p$pi.ub)), list(...))
  }
  for (test in c("z", "knha", "adhoc")) {
    add("PMM", test, rma(s$yi, s$vi, method = "PMM", test = test))
    if (k > 2) add("GENQ", test, rma(s$yi, s$vi, weights = a, method = "GENQ", test = test), weights = a)
    first <- max(0, rma(s$yi, s$vi, method = "DL")$tau2)
    second <- rma(s$yi, s$vi, weights = 1 / (s$vi + first), method = "GENQ")
    r <- rma(s$yi, s$vi, tau2 = second$tau2, test = test)
    r$se.tau2 <- second$se.tau2
    r$method <- "DL2" # so that logLik is the full one
    add("DL2", test, r)
  }
  for (method in c("EE", "DL", "HE", "HS", "SJ", "ML", "REML", "EB", "PM")) {
    add(method, "adhoc", rma(s$yi, s$vi, method = method, test = "adhoc"))
  }
  add("REML", "knha", rma(s$yi, s$vi, test = "knha", level = 90), level = 90)
}

# --- intervals of tau2 ---------------------------------------------------------------------------------------
intervals <- list()
tight <- list(tol = 1e-14, maxiter = 100000, tau2.max = 1e7)
for (name in names(sets)) {
  s <- sets[[name]]
  r <- rma(s$yi, s$vi)
  ci <- confint(r, control = tight)$random
  out <- list(set = name, tau2 = plain(ci["tau^2", 2:3]), i2 = plain(ci["I^2(%)", 2:3]), h2 = plain(ci["H^2", 2:3]))
  for (method in c("ML", "REML")) {
    pl <- try(confint(rma(s$yi, s$vi, method = method), type = "PL", control = tight)$random, silent = TRUE)
    if (!inherits(pl, "try-error")) out[[paste0("profile", method)]] <- plain(pl["tau^2", 2:3])
  }
  out$level90 <- plain(confint(r, level = 90, control = tight)$random["tau^2", 2:3])
  intervals[[length(intervals) + 1]] <- out
}

# --- moderators ----------------------------------------------------------------------------------------------
moderators <- list()
addMod <- function(name, set, formula, data, method, test, factorAt = NULL) {
  r <- rma(set$yi, set$vi, mods = model.matrix(formula, data)[, -1, drop = FALSE], method = method, test = test)
  out <- c(list(name = name, method = method, test = test), fitOut(r),
           list(qm = r$QM, qmDf = plain(r$QMdf), qmP = r$QMp, k = r$k))
  if (!is.null(factorAt)) {
    a <- anova(r, btt = factorAt)
    out$factor <- list(at = factorAt, statistic = plain(a$QM), df = plain(a$QMdf), p = plain(a$QMp))
  }
  moderators[[length(moderators) + 1]] <<- out
}
bcgData <- data.frame(ablat = bcg$ablat, alloc = factor(bcg$alloc), year = bcg$year)
for (method in c("DL", "HE", "HS", "SJ", "ML", "REML", "EB", "PM", "PMM", "EE")) for (test in c("z", "knha", "adhoc")) {
  addMod("bcg ablat", sets$bcg, ~ ablat, bcgData, method, test)
  addMod("bcg alloc + ablat", sets$bcg, ~ alloc + ablat, bcgData, method, test, factorAt = 2:3)
}
addMod("raudenbush weeks + setting + tester", sets$raudenbush, ~ weeks + setting + tester, rau, "REML", "knha")

# --- subgroups -----------------------------------------------------------------------------------------------
groups <- as.character(bcg$alloc)
subgroups <- list()
for (method in c("DL", "REML", "EE")) for (test in c("z", "knha")) {
  parts <- lapply(sort(unique(groups)), function(g) rma(sets$bcg$yi[groups == g], sets$bcg$vi[groups == g], method = method, test = test))
  est <- sapply(parts, function(r) plain(r$beta)); v <- sapply(parts, function(r) r$se^2)
  w <- 1 / v; qb <- sum(w * (est - sum(w * est) / sum(w))^2)
  common <- rma(sets$bcg$yi, sets$bcg$vi, mods = model.matrix(~ groups - 1), intercept = FALSE, method = method, test = test)
  contrast <- rma(sets$bcg$yi, sets$bcg$vi, mods = model.matrix(~ groups)[, -1], method = method, test = test)
  subgroups[[length(subgroups) + 1]] <- list(
    method = method, test = test, levels = sort(unique(groups)),
    separate = lapply(parts, fitOut),
    separateQ = qb, separateDf = length(parts) - 1, separateP = pchisq(qb, length(parts) - 1, lower.tail = FALSE),
    common = list(estimate = plain(common$beta), se = plain(common$se), ciLower = plain(common$ci.lb),
                  ciUpper = plain(common$ci.ub), p = plain(common$pval), tau2 = common$tau2),
    commonQm = contrast$QM, commonQmDf = plain(contrast$QMdf), commonQmP = contrast$QMp)
}

# --- diagnostics ---------------------------------------------------------------------------------------------
diagnostics <- list()
for (name in c("bcg", "raudenbush", "normand", "viechtbauer", "precise")) for (case in list(c("REML", "knha"), c("DL", "z"), c("EE", "z"), c("ML", "z"))) {
  s <- sets[[name]]
  method <- case[1]; test <- case[2]
  r <- rma(s$yi, s$vi, method = method, test = test)
  # influence() and leave1out() refit with the control of the fit; normand needs a looser one in some refits.
  inf <- try(influence(r), silent = TRUE)
  if (inherits(inf, "try-error")) { r$control$threshold <- 1e-10; inf <- influence(r) }
  l <- leave1out(r); cu <- cumul(r)
  b <- { pdf(NULL); x <- baujat(r); dev.off(); x }
  std <- rstandard(r)
  out <- list(set = name, method = method, test = test,
    leave1out = list(estimate = plain(l$estimate), se = plain(l$se), statistic = plain(l$zval), p = plain(l$pval),
                     ciLower = plain(l$ci.lb), ciUpper = plain(l$ci.ub), q = plain(l$Q), qP = plain(l$Qp),
                     tau2 = orNA(l$tau2), i2 = orNA(l$I2), h2 = orNA(l$H2)),
    cumulative = list(estimate = plain(cu$estimate), se = plain(cu$se), p = plain(cu$pval), ciLower = plain(cu$ci.lb),
                      ciUpper = plain(cu$ci.ub), q = plain(cu$Q), tau2 = orNA(cu$tau2), i2 = orNA(cu$I2)),
    influence = list(rstudent = plain(inf$inf$rstudent), dffits = plain(inf$inf$dffits), cook = plain(inf$inf$cook.d),
                     covRatio = plain(inf$inf$cov.r), tau2Deleted = orNA(inf$inf$tau2.del), qDeleted = plain(inf$inf$QE.del),
                     hat = plain(inf$inf$hat), weight = plain(inf$inf$weight), dfbetas = plain(inf$dfbs[[1]]),
                     influential = inf$is.infl),
    rstandard = list(resid = plain(std$resid), se = plain(std$se), z = plain(std$z)),
    baujat = list(x = plain(b$x), y = plain(b$y)))
  if (method != "EE") {
    bl <- blup(r)
    out$blup <- list(pred = plain(bl$pred), se = plain(bl$se), piLower = plain(bl$pi.lb), piUpper = plain(bl$pi.ub))
  }
  diagnostics[[length(diagnostics) + 1]] <- out
}
tr <- dat.bcg
labbePoints <- { pdf(NULL); x <- labbe(metafor::rma(measure = "RR", ai = tpos, bi = tneg, ci = cpos, di = cneg, data = tr)); dev.off(); x }
radialPoints <- { pdf(NULL); x <- radial(metafor::rma(sets$bcg$yi, sets$bcg$vi, control = control)); dev.off(); x }

# --- GOSH: every subset of six rows --------------------------------------------------------------------------
gosh <- list()
for (method in c("EE", "DL", "REML")) {
  s <- list(yi = sets$bcg$yi[1:6], vi = sets$bcg$vi[1:6])
  g <- metafor::gosh(rma(s$yi, s$vi, method = method), progbar = FALSE)
  gosh[[length(gosh) + 1]] <- list(method = method, rows = apply(as.matrix(g$incl) * 1, 1, paste, collapse = ""),
                                   estimate = plain(g$res$estimate), q = plain(g$res$QE), i2 = plain(g$res$I2),
                                   h2 = plain(g$res$H2), tau2 = orNA(g$res$tau2))
}

# --- small-study effects and selection -----------------------------------------------------------------------
bias <- list()
for (name in c("bcg", "raudenbush", "bangertdrowns", "normand", "viechtbauer")) {
  s <- sets[[name]]
  out <- list(set = name)
  r <- rma(s$yi, s$vi)
  e <- regtest(r)
  out$egger <- list(statistic = e$zval, p = e$pval, limit = e$est, limitLower = e$ci.lb, limitUpper = e$ci.ub)
  eLm <- regtest(r, model = "lm")
  out$eggerLm <- list(statistic = eLm$zval, df = eLm$dfs, p = eLm$pval, limit = eLm$est)
  b <- ranktest(s$yi, s$vi)
  out$begg <- list(tau = plain(b$tau), p = b$pval)
  out$trimFill <- list()
  for (method in c("EE", "DL", "REML")) for (estimator in c("L0", "R0")) for (side in c("auto", "left", "right")) {
    if (side != "auto" && method != "DL") next
    t <- if (side == "auto") trimfill(rma(s$yi, s$vi, method = method), estimator = estimator)
         else trimfill(rma(s$yi, s$vi, method = method), estimator = estimator, side = side)
    # trimfill() refits with metafor's default tolerance: its last step is done anew with a tight one.
    sign <- if (t$side == "right") -1 else 1
    order <- order(sign * s$yi); y <- sign * s$yi[order]; v <- s$vi[order]; k <- length(y)
    tail <- if (t$k0 > 0) (k - t$k0 + 1):k else integer(0)
    fill <- sign * (2 * plain(rma(y[seq_len(k - t$k0)], v[seq_len(k - t$k0)], method = method)$beta) - y[tail])
    stopifnot(length(fill) == sum(t$fill), all(abs(sort(fill) - sort(plain(t$yi[t$fill]))) < 1e-4))
    pooled <- rma(c(s$yi, fill), c(s$vi, v[tail]), method = method)
    out$trimFill[[length(out$trimFill) + 1]] <- list(method = method, estimator = estimator, wanted = side, k0 = t$k0,
      seK0 = t$se.k0, side = t$side, pK0 = orNA(t$p.k0), estimate = plain(pooled$beta), se = pooled$se, tau2 = pooled$tau2,
      filled = fill)
  }
  f <- fsn(s$yi, s$vi)
  out$failSafe <- list(n = f$fsnum, p = f$pval)
  bias[[length(bias) + 1]] <- out
}
# Ties: the exact distribution of Kendall's tau cannot be used.
tied <- ranktest(c(.1, .1, .3, .5, .2, .6), c(.02, .02, .04, .05, .03, .03))
bias[[length(bias) + 1]] <- list(set = "tied", begg = list(tau = plain(tied$tau), p = tied$pval))

# --- dependent effects ---------------------------------------------------------------------------------------
cluster <- c(1, 1, 2, 2, 2, 3, 4, 4, 5, 5, 6, 6, 6)
robust <- list()
for (model in c("mean", "ablat", "alloc")) for (method in c("REML", "EE")) {
  X <- switch(model, mean = NULL, ablat = model.matrix(~ ablat, bcgData)[, -1, drop = FALSE], alloc = model.matrix(~ alloc, bcgData)[, -1, drop = FALSE])
  r <- if (is.null(X)) rma(sets$bcg$yi, sets$bcg$vi, method = method) else rma(sets$bcg$yi, sets$bcg$vi, mods = X, method = method)
  for (type in c("CR0", "CR1", "CR1p", "CR2")) {
    V <- vcovCR(r, cluster = cluster, type = type)
    test <- coef_test(r, vcov = V, test = "Satterthwaite")
    ci <- conf_int(r, vcov = V, test = "Satterthwaite")
    robust[[length(robust) + 1]] <- list(model = model, method = method, type = type, estimate = plain(test$beta),
      se = plain(test$SE), df = plain(test$df), p = plain(test$p_Satt), ciLower = plain(ci$CI_L), ciUpper = plain(ci$CI_U))
  }
  for (adjust in c(TRUE, FALSE)) {
    m <- metafor::robust(r, cluster = cluster, adjust = adjust)
    robust[[length(robust) + 1]] <- list(model = model, method = method, type = if (adjust) "metaforAdjusted" else "metaforPlain",
      estimate = plain(m$beta), se = plain(m$se), df = plain(m$dfs), p = plain(m$pval), ciLower = plain(m$ci.lb), ciUpper = plain(m$ci.ub))
  }
}
d <- data.frame(yi = sets$bcg$yi, vi = sets$bcg$vi, cluster = cluster)
d <- escalc(measure = "GEN", yi = yi, vi = vi, data = d)
aggregated <- lapply(c(0, .5, .9), function(rho) {
  a <- aggregate(d, cluster = cluster, struct = "CS", rho = rho)
  u <- aggregate(d, cluster = cluster, struct = "CS", rho = rho, weighted = FALSE)
  list(rho = rho, yi = plain(a$yi), vi = plain(a$vi), unweightedYi = plain(u$yi), unweightedVi = plain(u$vi))
})

# --- permutation ---------------------------------------------------------------------------------------------
permutation <- list()
addPerm <- function(name, r, ...) {
  p <- permutest(r, exact = TRUE, progbar = FALSE)
  permutation[[length(permutation) + 1]] <<- c(list(name = name, method = r$method, test = r$test, p = plain(p$pval),
    qmP = if (r$p > 1) plain(p$QMp) else NA, count = p$X.iter), list(...))
}
for (method in c("DL", "REML")) for (test in c("z", "knha")) {
  addPerm("mean of viechtbauer", rma(sets$viechtbauer$yi, sets$viechtbauer$vi, method = method, test = test))
  addPerm("mean of homogeneous", rma(sets$homogeneous$yi, sets$homogeneous$vi, method = method, test = test))
}
x7 <- bcg$ablat[1:7]; f7 <- c("a", "a", "b", "b", "c", "c", "c")
for (test in c("z", "knha")) {
  addPerm("numeric", rma(sets$bcg$yi[1:7], sets$bcg$vi[1:7], mods = cbind(x7), method = "DL", test = test), x = x7)
  addPerm("factor", rma(sets$bcg$yi[1:7], sets$bcg$vi[1:7], mods = model.matrix(~ f7)[, -1], method = "DL", test = test), x = f7)
}

# jsonlite rounds to 15 digits; this keeps 17. A vector of length 1 is a plain value, none an empty array.
json <- function(x) {
  if (is.data.frame(x)) x <- as.list(x)
  if (is.factor(x)) x <- as.character(x)
  if (is.list(x)) {
    parts <- vapply(x, json, "")
    if (is.null(names(x))) return(paste0("[", paste(parts, collapse = ",\n"), "]"))
    return(paste0("{", paste(paste0("\"", names(x), "\":", parts), collapse = ","), "}"))
  }
  one <- if (is.character(x)) paste0("\"", x, "\"") else if (is.logical(x)) ifelse(is.na(x), "null", tolower(as.character(x)))
         else ifelse(is.na(x), "null", sprintf("%.17g", x))
  if (length(x) == 1) one else paste0("[", paste(one, collapse = ","), "]")
}
cat(json(list(source = paste0("R ", R.version$major, ".", R.version$minor, ", metafor ", packageVersion("metafor"),
                                ", clubSandwich ", packageVersion("clubSandwich")),
                script = "test/reference/meta-more.R", sets = sets, fits = fits, intervals = intervals,
                moderators = moderators, bcgModerators = bcgData,
                raudenbushModerators = data.frame(weeks = rau$weeks, setting = rau$setting, tester = rau$tester),
                groups = groups, subgroups = subgroups,
                diagnostics = diagnostics,
                labbe = list(x = plain(labbePoints$x), y = plain(labbePoints$y), cex = plain(labbePoints$cex)),
                bcgTable = data.frame(ai = tr$tpos, bi = tr$tneg, ci = tr$cpos, di = tr$cneg),
                radial = list(x = plain(radialPoints$x), y = plain(radialPoints$y)),
                gosh = gosh, bias = bias, cluster = cluster, robust = robust, aggregated = aggregated,
                permutation = permutation)), "\n", sep = "")
