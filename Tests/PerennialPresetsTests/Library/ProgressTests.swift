import Foundation
import PerennialPresets
import SwiftData
import Testing

/// Records the progress at each call of a rule, and can cancel it.
private final class Witness: @unchecked Sendable {
  private let lock = NSLock()
  private var seen: [Double] = []
  let progress = Progress(totalUnitCount: 1)
  let stopAt: Int?

  init(stopAt: Int? = nil) { self.stopAt = stopAt }

  var fractions: [Double] { lock.withLock { seen } }

  func look() {
    lock.withLock {
      seen.append(progress.fractionCompleted)
      if seen.count == stopAt { progress.cancel() }
    }
  }

  func follow<Result>(_ work: () throws -> Result) rethrows -> Result {
    progress.becomeCurrent(withPendingUnitCount: 1)
    defer { progress.resignCurrent() }
    return try work()
  }
}

@Suite("How far presets are")
struct ProgressTests {
  private static let count = 2000

  private static func catalog(_ version: Int, _ witness: Witness? = nil) -> PresetCatalog {
    PresetCatalog("drills", version: version) {
      Presets(id: \Drill.code) {
        (0..<count).map { Drill("\($0)", count: version, title: "Title \(version)") }
      }
      .resolving(
        \.count,
        with: PresetConflictRule { conflict in
          witness?.look()
          return conflict.mine
        })
    }
  }

  /// A store of version 1 in which the user has written to all presets.
  private static func container() throws -> ModelContainer {
    let container = try ModelContainer(
      for: Schema([Drill.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [catalog(1)])
    let context = ModelContext(container)
    for drill in try context.fetch(FetchDescriptor<Drill>()) { drill.count = -1 }
    try context.save()
    return container
  }

  private static func titles(_ container: ModelContainer) throws -> Set<String> {
    Set(try ModelContext(container).fetch(FetchDescriptor<Drill>()).map(\.title))
  }

  @Test("The current progress moves with an update, and is complete after it")
  func update() throws {
    let container = try Self.container()
    let witness = Witness()
    try witness.follow { _ = try container.usePresets([Self.catalog(2, witness)]) }
    let fractions = witness.fractions
    #expect(fractions.count == Self.count && fractions == fractions.sorted())
    #expect(Set(fractions).count > 4)
    #expect(fractions.allSatisfy { $0 > 0 && $0 < 1 })
    #expect(witness.progress.isFinished)
    #expect(try Self.titles(container) == ["Title 2"])
  }

  @Test("Nothing to do, a reset, a restoration and a merge are complete too, in a dry run or not")
  func others() throws {
    let container = try Self.container()
    let library = container.presets
    let all: [(PresetLibrary) throws -> Void] = [
      { _ = try $0.apply() },
      { _ = try $0.reset(.presets, isDryRun: true) },
      { _ = try $0.reset(.presets) },
      { _ = try $0.restore() },
      { _ = try $0.mergeDuplicates([.ofPresets { (drill: Drill) in drill.code }], backup: .none) },
    ]
    for (number, work) in all.enumerated() {
      let witness = Witness()
      try witness.follow { try work(library) }
      #expect(witness.progress.isFinished, "\(number)")
    }
  }

  @Test("Cancelled in the middle, everything is as it was")
  func cancellation() throws {
    let container = try Self.container()
    let witness = Witness(stopAt: Self.count / 2)
    #expect(throws: CancellationError.self) {
      try witness.follow { _ = try container.usePresets([Self.catalog(2, witness)]) }
    }
    #expect(witness.fractions.count < Self.count)
    #expect(try Self.titles(container) == ["Title 1"])
    try container.usePresets([Self.catalog(2)])
    #expect(try Self.titles(container) == ["Title 2"])
  }

  @Test("A task that is cancelled resets nothing")
  func task() async throws {
    let container = try Self.container()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try container.presets.reset(.presets)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let context = ModelContext(container)
    #expect(try context.fetch(FetchDescriptor<Drill>()).allSatisfy { $0.count == -1 })
  }
}
