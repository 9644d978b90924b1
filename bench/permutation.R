# 10,000 full permutations of the 134 x 500 leaderboard in R, vectorised: flags shuffled within strata, gaps, smoothed
# variances, DerSimonian-Laird tau2 and weights in every draw. All draws at once as matrices, in chunks that fit a cache
# no worse than one go (timed: 500 was best). Prints seconds, and p for the check.
# Rscript bench/permutation.R [draws]
draws <- as.integer(c(commandArgs(TRUE), "10000")[1]); chunk <- 500
home <- "data/swe-bench-verified"
outcomes <- read.csv(file.path(home, "outcomes.csv"), check.names = FALSE); Y <- as.matrix(outcomes[, -1]) + 0
tasks <- read.csv(file.path(home, "tasks.csv"))
flags <- read.csv(file.path(home, "flags", "utboost.csv"))
arm <- as.integer(flags$status[match(tasks$task, flags$task)] == "hackable")
strata <- Filter(function(i) sum(arm[i]) > 0 && sum(arm[i]) < length(i), split(seq_along(arm), tasks$difficulty))
w <- vapply(strata, function(i) sum(arm[i]), 0); w <- w / sum(w)
total <- lapply(strata, function(i) rowSums(Y[, i]))
analyse <- function(masks) {
  y <- v <- 0
  for (s in seq_along(strata)) {
    i <- strata[[s]]; n1 <- sum(arm[i]); n0 <- length(i) - n1
    x1 <- Y[, i] %*% masks[[s]]; x0 <- total[[s]] - x1
    q1 <- (x1 + 1) / (n1 + 2); q0 <- (x0 + 1) / (n0 + 2)
    y <- y + w[s] * (x1 / n1 - x0 / n0)
    v <- v + w[s]^2 * (q1 * (1 - q1) / (n1 + 2) + q0 * (1 - q0) / (n0 + 2))
  }
  W <- 1 / v; sw <- colSums(W); mu <- colSums(W * y) / sw
  Q <- colSums(W * sweep(y, 2, mu)^2)
  tau2 <- pmax(0, (Q - (nrow(y) - 1)) / (sw - colSums(W^2) / sw))
  W <- 1 / sweep(v, 2, tau2, "+"); colSums(W * y) / colSums(W)
}
observed <- analyse(lapply(strata, function(i) matrix(arm[i])))
set.seed(1)
start <- proc.time()
found <- c()
for (from in seq(1, draws, chunk)) {
  many <- min(chunk, draws - from + 1)
  masks <- lapply(strata, function(i) {
    k <- sum(arm[i]); m <- matrix(0, length(i), many)
    m[cbind(as.vector(replicate(many, sample.int(length(i), k))), rep(seq_len(many), each = k))] <- 1
    m
  })
  found <- c(found, analyse(masks))
}
spent <- proc.time() - start
cat(sprintf('{"seconds":%.3f,"cpu":%.3f,"observed":%.17g,"p":%.6g,"sd":%.6g}\n', spent[["elapsed"]], spent[["user.self"]] + spent[["sys.self"]], observed, (1 + sum(abs(found) >= abs(observed) * (1 - 1e-12))) / (1 + draws), sd(found)))
