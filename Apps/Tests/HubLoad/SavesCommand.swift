import ArgumentParser
import Foundation
import PerennialSync
import SwiftData

struct SavesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "saves",
    abstract: "Compare the saves of a synced store with those of a store that is not synced.",
    discussion: """
      Each round changes one object and saves, a hundred times, in each of three stores: two that are not synced, and \
      one that is. The two show the noise of the machine. The sync is paused, so that no request is under way.
      """)

  @Option(help: "The port of a hub, which gets no request.")
  var port = 8500

  @Option(help: "The number of rounds.")
  var rounds = 1001

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hub-load-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let synced = try LoadDevice("synced", in: folder, port: port)
    await synced.sync.pause()
    let plain = try (1...2).map { number in
      try ModelContainer(
        for: LoadEntry.self,
        configurations: ModelConfiguration(url: folder.appendingPathComponent("\(number).store")))
    }
    let savers = try (plain + [synced.container]).map(Saver.init)
    var times: [[Duration]] = [[], [], []]
    for round in 0..<rounds {
      // No store always comes first, or always after the same one.
      for number in 0..<3 {
        let turn = (round + (round.isMultiple(of: 2) ? number : 3 - number)) % 3
        times[turn].append(try savers[turn].run())
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] / .milliseconds(100) }
    for (name, median) in zip(["not synced", "not synced, again", "synced"], medians) {
      print(
        "\(name): \(milliseconds(median)) ms for a save, \(percent(median / medians[0])) of the first"
      )
    }
  }

  private func milliseconds(_ value: Double) -> String {
    value.formatted(.number.precision(.fractionLength(3)))
  }

  private func percent(_ value: Double) -> String {
    value.formatted(.percent.precision(.fractionLength(1)))
  }
}

/// Changes one object of a store, and saves.
private struct Saver {
  private let context: ModelContext
  private let entry: LoadEntry

  init(_ container: ModelContainer) throws {
    context = ModelContext(container)
    context.autosaveEnabled = false
    for number in 0..<1000 { context.insert(LoadEntry(number)) }
    try context.save()
    let first = try context.fetch(
      FetchDescriptor<LoadEntry>(predicate: #Predicate { $0.number == 0 }))
    guard let first = first.first else { throw ExitCode.failure }
    entry = first
    _ = try run()
  }

  /// Returns the time of a hundred saves.
  func run() throws -> Duration {
    try ContinuousClock().measure {
      for _ in 0..<100 {
        entry.rank += 1
        try context.save()
      }
    }
  }
}
