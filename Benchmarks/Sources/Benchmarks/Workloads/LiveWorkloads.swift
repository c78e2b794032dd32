import Foundation

/// The workload of results that follow what others save.
enum LiveWorkloads {
  static let commit = "commit"
  static let difference = "difference"
  private static let saves = 100

  /// Saves that come one by one. The raw C API commits the same changes, and notifies no observers.
  static func observers(_ count: Int, over rows: Int) -> Workload {
    Workload(
      name: "live",
      title: """
        \(count) observers divide \(rows.formatted()) objects of 8 columns among them; others \
        change one object and save
        """,
      steps: [
        .init(
          name: commit,
          title: "save until both are told",
          bound: .milliseconds(2)),
        .init(
          name: difference,
          title: "offsets, when one of all has moved",
          bound: .milliseconds(2)),
      ]
    ) { directory in
      var random = SeededGenerator(seed: 9)
      let raw = try RawItems(at: directory.newFile())
      try raw.insert(ItemValues.make(rows), Stopwatch())
      let observers = try PerennialObservers(at: directory.newFile(), rows, observers: count)
      // A store of its own, whose saves notify no other observers.
      let differences = try PerennialDifferences(at: directory.newFile(), rows)
      return [
        Contender(library: .raw) { stopwatch in
          let counts = (0..<saves).map { _ in Int.random(in: 0..<1_000_000, using: &random) }
          stopwatch.note(commit, medianOf: try raw.updateSingly(to: counts))
        },
        Contender(library: .perennial) { stopwatch in
          stopwatch.note(commit, medianOf: try observers.commit(saves))
          stopwatch.note(difference, medianOf: try differences.differ(saves))
        },
      ]
    }
  }
}
