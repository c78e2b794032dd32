extension Table {
  /// The table of the machine's own noise: the same contender twice in every round.
  static func noise(_ outcomes: [Outcome]) -> String {
    let lines = outcomes.flatMap { outcome in
      outcome.lines.compactMap { line in line.noise.map { (outcome, line.library, $0) } }
    }
    guard !lines.isEmpty else { return "" }
    let rows = lines.map { outcome, library, noise in
      "  " + "\(outcome.workload) · \(outcome.title)".left(74) + library.rawValue.left(24)
        + Figures.ratio(noise.ratio).right(6) + "  " + Figures.ratio(noise.lowest) + "–"
        + Figures.ratio(noise.highest)
    }
    return """

      Noise: the same contender twice in every round, each with a database of its own.
      The ratio of the second median to the first, and the lowest and highest ratio of a single round.
      \(summary(lines.map(\.2)))

      \(rows.joined(separator: "\n"))
      """
  }

  private static func summary(_ noise: [Noise]) -> String {
    let deviations = noise.map { abs($0.ratio - 1) }
    guard let half = deviations.median, let worst = deviations.max() else { return "" }
    return "Half of \(deviations.count) ratios are within \(Figures.percent(half)) of 1, "
      + "all within \(Figures.percent(worst))."
  }
}
