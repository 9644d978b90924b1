# Sign test and Wilcoxon signed rank by base R; writes rank-tests.json.
# Rscript test/reference/rank-tests.R
num <- function(x) sprintf("%.17g", x)
arr <- function(x) paste0("[", paste(num(x), collapse = ","), "]")
cases <- list(
  small = c(1.1, 2.2, 0.3, -0.4),
  ties = c(1, 1, -1, 2, 2, 3, -3, 4, 0, 0),
  negative = c(-5, -3.5, -2, -1, 0.5),
  twenty = c(0.3, -0.1, 0.25, 1.4, -0.7, 0.9, 0.11, -0.05, 2.2, 0.6, -0.8, 0.33, 0.47, 1.01, -0.02, 0.71, 0.08, 0.55, -0.29, 1.9),
  large = round(sin(1:80) + 0.3, 6)
)
# The six gap vectors of leaderboard.json, to 12 digits: gaps that are equal as fractions then tie, as they should.
text <- paste(readLines("test/reference/leaderboard.json", warn = FALSE), collapse = "")
found <- regmatches(text, gregexpr('"yi": *\\[[^]]*\\]', text))[[1]]
for (i in seq_along(found)) {
  numbers <- sub("\\]", "", sub('.*\\[', "", found[i]))
  cases[[sprintf("leaderboard %d", i)]] <- signif(as.numeric(strsplit(numbers, ",")[[1]]), 12)
}
rows <- sapply(names(cases), function(name) {
  x <- cases[[name]]
  two <- suppressWarnings(wilcox.test(x))
  greater <- suppressWarnings(wilcox.test(x, alternative = "greater"))
  pos <- sum(x > 0); n <- sum(x != 0)
  sprintf('{"name":"%s","x":%s,"statistic":%s,"p":%s,"pGreater":%s,"signP":%s,"signPGreater":%s}', name, arr(x),
    num(two$statistic), num(two$p.value), num(greater$p.value),
    num(binom.test(pos, n)$p.value), num(binom.test(pos, n, alternative = "greater")$p.value))
})
writeLines(sprintf('{"source":"%s","cases":[\n%s\n]}', R.version.string, paste(rows, collapse = ",\n")), "test/reference/rank-tests.json")
