import SwiftData

/// The workloads that measure the cost of a store's history.
enum HistoryWorkloads {
  static let single = "single"

  /// The same saves on stores with a history and without one.
  static func history(_ count: Int) -> Workload {
    let bound = Bound.ratio(1.5)
    return Workload(
      name: "history",
      title: "save to stores of 8 columns with a history, and without one",
      reference: .perennialWithoutHistory,
      steps: [
        .init(
          name: ItemSteps.insert, title: "insert \(count.formatted()) objects and save",
          bound: bound),
        .init(
          name: ItemSteps.update,
          title: "change \((count / 10).formatted()) scattered objects and save", bound: bound),
        .init(name: single, title: "change one object and save, 10,000 times", bound: bound),
      ]
    ) { directory in
      let values = ItemValues.make(count)
      var random = SeededGenerator(seed: 7)
      let positions = Array(0..<count).shuffled(using: &random)
      return [false, true].map { keepsHistory in
        Contender(library: keepsHistory ? .perennial : .perennialWithoutHistory) { stopwatch in
          let file = directory.newFile()
          defer { directory.delete(file) }
          var configuration = ModelConfiguration(url: file)
          configuration.historyRetention = keepsHistory ? .unlimited : .none
          let items = try PerennialItems(configuration)
          try items.insert(values, stopwatch)
          try items.update(Array(positions.prefix(count / 10)), to: 1, stopwatch)
          try items.updateSingly(Array(positions.suffix(10_000)), to: 2, stopwatch)
        }
      }
    }
  }
}
