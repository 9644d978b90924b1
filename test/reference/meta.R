# Makes meta.json: escalc, Mantel-Haenszel and metafor fits of known data sets.
#   Rscript meta.R > new.json          writes it anew
#   Rscript meta.R --check meta.json   prints the largest relative difference to a file, block by block
# Run with R 4.2.2, metafor 3.8-1, metadat 1.2-0, jsonlite 1.8.4. Iterated estimators are run to 1e-13;
# confint (Q-profile) is left at metafor's default tolerance (1.22e-4, and tau2 cut at 100), which is why
# meta-more.R holds these intervals again to 1e-14.
suppressMessages({ library(metafor); library(jsonlite) })
options(warn = -1)
control <- list(threshold = 1e-13, tol = 1e-13, maxiter = 10000)
# Fisher scoring of normand1999 around tau2 = 685 moves in steps above 1e-13 for ever.
rma <- function(...) {
  r <- try(metafor::rma(..., control = control), silent = TRUE)
  if (!inherits(r, "try-error")) return(r)
  control$threshold <- 1e-12
  metafor::rma(..., control = control)
}
methods <- c("EE", "DL", "HE", "HS", "SJ", "ML", "REML", "EB", "PM")

tables <- list(
  list(name = "bcg", ai = dat.bcg$tpos, bi = dat.bcg$tneg, ci = dat.bcg$cpos, di = dat.bcg$cneg),
  with(dat.nielweise2007, list(name = "nielweise2007 (zero cells)", ai = ai, bi = n1i - ai, ci = ci, di = n2i - ci)))

plain <- function(x) as.numeric(x)

escalcs <- list()
for (t in tables) for (m in c("RD", "OR", "RR", "AS", "PETO")) {
  e <- escalc(m, ai = t$ai, bi = t$bi, ci = t$ci, di = t$di)
  escalcs[[length(escalcs) + 1]] <- list(name = t$name, measure = m, ai = t$ai, bi = t$bi, ci = t$ci, di = t$di,
                                         yi = plain(e$yi), vi = plain(e$vi))
}
mh <- list()
for (t in tables) for (m in c("RD", "OR", "RR")) {
  r <- rma.mh(measure = m, ai = t$ai, bi = t$bi, ci = t$ci, di = t$di)
  mh[[length(mh) + 1]] <- list(name = sub(" .*", "", t$name), measure = m, estimate = plain(r$beta), se = r$se, q = r$QE)
}

one <- function(yi, vi, method, test) {
  r <- rma(yi, vi, method = method, test = test)
  pi <- predict(r)
  out <- list(method = method, test = test, k = r$k, beta = plain(r$beta), se = r$se, stat = r$zval, p = r$pval,
              ciLower = r$ci.lb, ciUpper = r$ci.ub, tau2 = r$tau2,
              seTau2 = if (is.null(r$se.tau2)) NA else r$se.tau2, i2 = r$I2, h2 = r$H2, q = r$QE, qP = r$QEp,
              logLik = plain(logLik(r)),
              aic = r$fit.stats["AIC", if (method == "ML") "ML" else "REML"],
              piLower = plain(pi$pi.lb), piUpper = plain(pi$pi.ub))
  if (method %in% c("DL", "ML", "REML", "PM") && r$k > 1) {
    ci <- confint(r)$random
    out$tau2Ci <- plain(ci[1, 2:3])
    out$i2Ci <- plain(ci[3, 2:3])
  }
  out
}
oneMod <- function(yi, vi, x, method, test) {
  r <- rma(yi, vi, mods = cbind(x), method = method, test = test)
  list(method = method, test = test, k = r$k, beta = plain(r$beta), se = r$se, stat = r$zval, p = r$pval,
       ciLower = r$ci.lb, ciUpper = r$ci.ub, tau2 = r$tau2, seTau2 = r$se.tau2, i2 = r$I2, h2 = r$H2, q = r$QE,
       qP = r$QEp, logLik = plain(logLik(r)), aic = r$fit.stats["AIC", if (method == "ML") "ML" else "REML"],
       qm = r$QM, qmP = r$QMp, r2 = r$R2)
}
set <- function(name, yi, vi, mods = NULL, extras = FALSE) {
  yi <- plain(yi); vi <- plain(vi)
  out <- list(name = name, yi = yi, vi = vi)
  out$fits <- list()
  for (m in methods) for (t in c("z", "knha")) out$fits[[length(out$fits) + 1]] <- one(yi, vi, m, t)
  if (!is.null(mods)) {
    x <- mods[[1]]
    out$mods <- mods
    out$modFits <- lapply(c("DL", "REML", "ML", "PM"), function(m) oneMod(yi, vi, x, m, "z"))
    out$modFitsKnha <- list(oneMod(yi, vi, x, "REML", "knha"))
  }
  if (extras) {
    dl <- rma(yi, vi, method = "DL")
    reml <- rma(yi, vi, method = "REML")
    l <- leave1out(dl); cu <- cumul(dl)
    out$leave1outDL <- list(estimate = l$estimate, se = l$se, tau2 = l$tau2, i2 = l$I2, q = l$Q)
    out$cumulDL <- list(estimate = cu$estimate, se = cu$se, tau2 = cu$tau2)
    # An "infl" object has no rows that jsonlite knows of: an empty list. See meta-more.R.
    out$influenceREML <- list()
    eg <- regtest(reml); be <- ranktest(reml); tf <- trimfill(dl); bl <- blup(reml)
    out$egger <- list(z = eg$zval, p = eg$pval, est = eg$est)
    out$begg <- list(tau = plain(be$tau), p = be$pval)
    out$trimfillDL <- list(k0 = tf$k0, side = tf$side, estimate = plain(tf$beta), se = tf$se)
    out$fsnRosenthal <- fsn(yi, vi)$fsnum
    out$blupREML <- list(pred = bl$pred, se = bl$se)
  }
  out
}
get <- function(name, measure) {
  for (e in escalcs) if (e$name == name && e$measure == measure) return(e)
}
sets <- list()
add <- function(...) sets[[length(sets) + 1]] <<- set(...)
for (m in c("RD", "OR", "RR", "AS", "PETO")) { e <- get("bcg", m); add(paste("bcg", m), e$yi, e$vi, extras = m != "PETO") }
e <- get("bcg", "RR")
add("bcg RR ~ ablat", e$yi, e$vi, mods = data.frame(ablat = dat.bcg$ablat))
add("raudenbush1985 SMD", dat.raudenbush1985$yi, dat.raudenbush1985$vi,
    mods = data.frame(weeks = dat.raudenbush1985$weeks), extras = TRUE)
add("bangertdrowns2004 SMD", dat.bangertdrowns2004$yi, dat.bangertdrowns2004$vi, extras = TRUE)
e <- escalc("MD", m1i = m1i, sd1i = sd1i, n1i = n1i, m2i = m2i, sd2i = sd2i, n2i = n2i, data = dat.normand1999)
add("normand1999 MD", e$yi, e$vi, extras = TRUE)
for (m in c("RD", "OR", "RR", "AS", "PETO")) { e <- get("nielweise2007 (zero cells)", m); add(paste("nielweise2007 (zero cells)", m), e$yi, e$vi) }
add("two identical", c(.3, .3), c(.04, .04))
add("two opposed", c(.3, -.3), c(.04, .04))
add("one study", .3, .04)
add("one precise, many vague", c(.1, 1, -2, 3, .5, 2.5), c(1e-6, 1, 1, 2, 1.5, 2))
all <- list(source = paste("R", paste0(R.version$major, ".", R.version$minor), "metafor", packageVersion("metafor")),
            escalc = escalcs, mantelHaenszel = mh, meta = sets)

args <- commandArgs(TRUE)
text <- toJSON(all, digits = 15, auto_unbox = TRUE, na = "null", null = "list")
if (length(args) < 2) {
  cat(text, "\n", sep = "")
} else {
  compare <- function(a, b, path) {
    if (is.list(a) || is.list(b)) {
      if (length(a) != length(b)) { cat(path, "length", length(a), length(b), "\n"); return(invisible()) }
      keys <- if (is.null(names(b))) seq_along(b) else names(b)
      for (key in keys) compare(a[[key]], b[[key]], paste0(path, "/", key))
    } else if (is.numeric(b)) {
      d <- abs(a - b) / ifelse(abs(b) < 1e-12, 1, abs(b))
      block <- gsub("/[0-9]+", "", path)
      worst[[block]] <<- max(0, worst[[block]], d, na.rm = TRUE)
    } else if (!identical(a, b)) cat(path, "differs\n")
  }
  worst <- list()
  read <- function(x) fromJSON(x, simplifyDataFrame = FALSE)
  compare(read(text), read(args[2]), "")
  for (n in names(worst)) cat(sprintf("%-40s %.2e\n", n, worst[[n]]))
}
