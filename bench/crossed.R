# lme4's side of bench/crossed.ts: glmer with its default settings on one set of flags of the embedded
# leaderboard. Prints one line of JSON. Run from the repository's root: Rscript bench/crossed.R utboost
suppressMessages(library(lme4))
flags_name <- commandArgs(trailingOnly = TRUE)[1]
home <- "data/swe-bench-verified"
outcomes <- read.csv(file.path(home, "outcomes.csv"), check.names = FALSE)
tasks <- read.csv(file.path(home, "tasks.csv"))
flags <- read.csv(file.path(home, "flags", paste0(flags_name, ".csv")))
flags <- flags[flags$status %in% c("hackable", "robust"), ]
levels_in_order <- c("<15 min fix", "15 min - 1 hour", "1-4 hours", ">4 hours")
used <- merge(flags, tasks, by = "task")
cells <- as.matrix(outcomes[, used$task])
long <- data.frame(
  pass = as.vector(cells),
  model = factor(rep(outcomes$model, ncol(cells))),
  task = factor(rep(used$task, each = nrow(cells))),
  flag = rep(as.integer(used$status == "hackable"), each = nrow(cells)),
  stratum = droplevels(factor(rep(used$difficulty, each = nrow(cells)), levels_in_order))
)
time <- system.time(
  fit <- suppressWarnings(glmer(pass ~ flag + stratum + (1 | model) + (1 | task), long, binomial))
)
cat(jsonlite::toJSON(list(
  tool = paste("R", getRversion(), "lme4", packageVersion("lme4")), flags = flags_name,
  models = nrow(cells), tasks = ncol(cells), wall = time[["elapsed"]], cpu = time[["user.self"]], logLik = as.numeric(logLik(fit)),
  coefficients = as.list(fixef(fit))
), auto_unbox = TRUE, digits = 10), "\n")
