/// The report that people read: a table for each workload, and in the end what became of the
/// promises.
enum Table {
  private static let nameWidth = 24
  private static let columnWidth = 12

  /// The tables of one workload.
  static func text(_ workload: Workload, _ outcomes: [Outcome]) -> String {
    var lines = ["", "\(workload.name) · \(workload.title)"]
    for outcome in outcomes {
      lines.append("")
      lines.append("  " + header(outcome))
      lines += outcome.lines.map { "  " + row($0, isInBytes: outcome.isInBytes) }
      if let verdict = outcome.verdict { lines.append("  " + text(verdict, of: outcome)) }
    }
    return lines.joined(separator: "\n")
  }

  /// All promises and whether they are held.
  static func summary(_ outcomes: [Outcome]) -> String {
    let promises = outcomes.filter { $0.verdict != nil }
    guard !promises.isEmpty else { return "" }
    let rows = promises.compactMap { outcome -> String? in
      guard let verdict = outcome.verdict else { return nil }
      let name = "\(outcome.workload) · \(outcome.title)"
      return "  \(mark(verdict)) " + name.left(66) + text(verdict, \.figure).right(8) + "  ≤ "
        + text(verdict, \.limit).right(6) + "  " + (verdict.isHeld ? "held" : "NOT HELD")
    }
    let held = promises.filter { $0.verdict?.isHeld == true }.count
    return """

      Promises: \(held) of \(promises.count) held (ratios of medians, to the raw C API where nothing else is said)

      \(rows.joined(separator: "\n"))
      """
  }

  private static func header(_ outcome: Outcome) -> String {
    // The name of the step may be longer than those of the contenders.
    let ratio = outcome.reference.asDivisor
    let columns = outcome.isInBytes ? ["bytes", ratio] : ["CPU", "wall", ratio, "by round"]
    return "\(outcome.title)\n  " + "".left(nameWidth)
      + columns.map { $0.right(columnWidth) }.joined()
  }

  private static func row(_ line: Outcome.Line, isInBytes: Bool) -> String {
    let ratio = line.ratio.map(Figures.ratio) ?? "–"
    let columns =
      isInBytes
      ? [Figures.bytes(line.median), ratio]
      : [
        Figures.duration(line.median),
        line.wallMedian.map(Figures.duration) ?? "–",
        ratio,
        line.roundRatio.map(Figures.ratio) ?? "–",
      ]
    return line.library.rawValue.left(nameWidth)
      + columns.map { $0.right(columnWidth) }.joined()
  }

  private static func text(_ verdict: Outcome.Verdict, of outcome: Outcome) -> String {
    "\(mark(verdict)) promised: at most \(text(verdict, \.limit))"
      + (verdict.unit == .ratio ? " \(outcome.reference.asDivisor)" : "")
      + (verdict.isHeld ? ", held" : ", NOT HELD")
  }

  private static func text(
    _ verdict: Outcome.Verdict,
    _ value: KeyPath<Outcome.Verdict, Double>
  ) -> String {
    let value = verdict[keyPath: value]
    return switch verdict.unit {
    case .ratio: Figures.ratio(value)
    case .bytes: Figures.bytes(value)
    case .milliseconds: Figures.duration(value * 1_000_000)
    }
  }

  private static func mark(_ verdict: Outcome.Verdict) -> String {
    verdict.isHeld ? "✓" : "✗"
  }
}
