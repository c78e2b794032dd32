/// The picture of a run: how much processor time Perennial and GRDB's records take, compared with raw SQLite.
///
/// The README of the repository shows it, so it has eight steps. The table has all steps, also those with another
/// reference and those in bytes.
struct Chart: Equatable, Sendable {
  /// The ratio of one contender.
  struct Bar: Equatable, Sendable {
    let library: Library
    let ratio: Double
  }

  /// A step of a workload.
  struct Row: Equatable, Sendable {
    let label: String
    let bars: [Bar]
  }

  let rows: [Row]
  /// The machine and the software that the figures belong to.
  let caption: String

  /// The contenders, in the order of their bars.
  static let libraries: [Library] = [.perennial, .grdb]

  private static let steps: [(label: String, workload: String, step: String)] = [
    ("Fetch 100,000 objects of 8 columns", "fetch-100000", ItemSteps.fetch),
    ("Create 100,000 objects, and save", "insert", ItemSteps.insert),
    ("Write 100,000 by a batch insertion", "batch", ItemSteps.batch),
    ("Change 10,000 of 100,000, and save", "update", ItemSteps.update),
    ("Find by key, in memory", "key", ItemSteps.hit),
    ("Find by key, not in memory", "key", ItemSteps.miss),
    ("Students with the best grade in physics", "D", SchoolSteps.physics),
    ("Students of one school, by grade", "D", SchoolSteps.maths),
  ]

  init(rows: [Row], caption: String) {
    self.rows = rows
    self.caption = caption
  }

  init(_ report: Report) {
    let machine = report.machine
    caption = """
      \(machine.processor), \(machine.processors) processors · SQLite \(machine.sqlite) · \
      Swift \(machine.swift) · medians of \(report.rounds) rounds
      """
    rows = Self.steps.compactMap { label, workload, step in
      let outcome = report.outcomes.first { $0.workload == workload && $0.step == step }
      let bars = Self.libraries.compactMap { library in
        outcome?.lines.first { $0.library == library }?.ratio.map {
          Bar(library: library, ratio: $0)
        }
      }
      return bars.isEmpty ? nil : Row(label: label, bars: bars)
    }
  }

  /// Returns `true` if the chart has a step of the workload.
  static func shows(_ workload: Workload) -> Bool {
    steps.contains { $0.workload == workload.name }
  }
}
