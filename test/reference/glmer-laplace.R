# The Laplace deviance of the crossed logistic model, written out plainly in R: no sharing of work, a dense
# matrix of second derivatives, Newton's method to 1e-10. lme4 gives the same likelihood and estimates, but its
# Hessian is a finite difference of a deviance good to about 1e-6, so that its standard errors are off in the
# second or third digit; these are good to six.
#
# k, n: passes and attempts, models x tasks (n = 0 missing). X: tasks x coefficients. flag: 0/1 a task.
# slope: "none", "independent" or "correlated". par: entries of Lambda as in lme4's theta, models first
# (l00, then l10 and l11 or l11 alone, then the tasks' deviation), then the coefficients.
crossed_deviance <- function(k, n, X, flag, slope = "none") {
  models <- nrow(k); tasks <- ncol(k)
  at <- if (slope == "none") 1:models else 1:(2 * models)
  w <- rep(0, length(at) + tasks)
  constant <- sum(lchoose(n, k))
  function(par) {
    theta <- switch(slope, none = c(par[1], 0, 0, par[2]), independent = c(par[1], 0, par[2:3]), correlated = par[1:4])
    beta <- par[-(1:switch(slope, none = 2, independent = 3, correlated = 4))]
    linear <- as.vector(X %*% beta)
    parts <- function(w) {
      u <- w[1:models]
      s <- if (slope == "none") rep(0, models) else w[models + 1:models]
      v <- w[length(at) + 1:tasks]
      eta <- outer(theta[1] * u, theta[4] * v + linear, "+") + outer(theta[2] * u + theta[3] * s, flag)
      p <- plogis(eta); W <- n * p * (1 - p); r <- k - n * p
      zu <- theta[1] + theta[2] * flag # derivative of eta by u, by task
      zs <- theta[3] * flag
      gradient <- c(r %*% zu, if (slope != "none") r %*% zs, theta[4] * colSums(r)) - w
      H <- diag(1, length(w))
      put <- function(i, j, block) { H[i, j] <<- H[i, j] + block; if (i[1] != j[1]) H[j, i] <<- H[j, i] + t(block) }
      iu <- 1:models; is <- models + iu; iv <- length(at) + 1:tasks
      put(iu, iu, diag(as.vector(W %*% zu^2)))
      put(iv, iv, diag(theta[4]^2 * colSums(W)))
      put(iu, iv, theta[4] * t(t(W) * zu))
      if (slope != "none") {
        put(is, is, diag(as.vector(W %*% zs^2)))
        put(iu, is, diag(as.vector(W %*% (zu * zs))))
        put(is, iv, theta[4] * t(t(W) * zs))
      }
      loglik <- sum(k * plogis(eta, log.p = TRUE) + (n - k) * plogis(-eta, log.p = TRUE))
      list(gradient = gradient, H = H, g = -2 * loglik + sum(w^2))
    }
    for (step in 1:200) {
      here <- parts(w)
      factor <- chol(here$H)
      if (sqrt(sum(here$gradient^2)) < 1e-9) break
      move <- backsolve(factor, forwardsolve(t(factor), here$gradient)); scale <- 1
      while (scale > 1e-6 && parts(w + scale * move)$g > here$g + 1e-9) scale <- scale / 2
      w <<- w + scale * move
    }
    stopifnot(step < 200)
    here$g - 2 * constant + 2 * sum(log(diag(factor)))
  }
}
