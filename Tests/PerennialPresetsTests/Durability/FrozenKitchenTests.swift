import Foundation
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

/// Stores with presets that earlier versions of the framework have made go on as if this one had.
@Suite("Frozen stores with presets")
struct FrozenKitchenTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("FrozenStores")
  /// Two versions of a catalog, with edits, deletions, links, resets and merged duplicates.
  private static let steps = 0..<14

  private static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".store") }.sorted()
  }

  /// Makes one small file of the store as it is now.
  private static func freeze(to url: URL) throws {
    let directory = try ScratchDirectory()
    let large = directory.file("large.store")
    let container = try Kitchen.container(nil, at: large)
    for step in steps { try KitchenRounds.perform(step, in: container) }
    try RawDatabase(large).run("PRAGMA page_size = 1024; VACUUM INTO '\(url.path)'")
    try RawDatabase(url).run("PRAGMA journal_mode = WAL")
    try RawDatabase.settle(url)
  }

  @Test("The last one has the layout that stores have now, or one is missing")
  func layout() throws {
    let directory = try ScratchDirectory()
    let fresh = directory.file("fresh.store")
    try Self.freeze(to: fresh)
    let last = try Self.names.last.map {
      try StoreLayout(Self.folder.appendingPathComponent($0))
    }
    let isFreezing = ProcessInfo.processInfo.environment["PERENNIAL_FREEZE_STORE"] != nil
    if isFreezing, try last != StoreLayout(fresh) {
      let next = "kitchen-\(Self.names.count + 1).store"
      try FileManager.default.copyItem(at: fresh, to: Self.folder.appendingPathComponent(next))
      return
    }
    #expect(
      try last == StoreLayout(fresh),
      "Stores with presets are laid out in a new way. FrozenStores/README.md tells how to freeze one."
    )
  }

  @Test("Whatever made them, they have what was done to them, and go on", arguments: names)
  func contents(_ name: String) throws {
    let directory = try ScratchDirectory()
    let url = directory.file(name)
    try FileManager.default.copyItem(at: Self.folder.appendingPathComponent(name), to: url)
    let frozen = try Kitchen.container(nil, at: url)
    let played = try Kitchen.container(nil)
    for step in Self.steps { try KitchenRounds.perform(step, in: played) }
    #expect(try KitchenRounds.portrait(of: frozen) == KitchenRounds.portrait(of: played))
    for step in Self.steps.upperBound..<KitchenRounds.count {
      for container in [frozen, played] { try KitchenRounds.perform(step, in: container) }
      #expect(
        try KitchenRounds.portrait(of: frozen) == KitchenRounds.portrait(of: played), "step \(step)"
      )
    }
    #expect(try RawDatabase(url).danglingReferences.isEmpty)
    #expect(try RawDatabase(url).value("PRAGMA integrity_check") == "ok")
  }
}
