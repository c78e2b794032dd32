import Foundation
import PerennialPresets
import RandomTesting
import SwiftData
import Testing

/// The random history of a museum: the user acts, and the catalog has new versions.
struct MuseumHistory {
  let seed: UInt64
  let container: ModelContainer
  private(set) var version = 1
  private(set) var story: [String] = []
  private var author: MuseumAuthor

  /// Begins a history, perhaps with objects of the user that are older than the catalog.
  init(seed: UInt64, at url: URL? = nil) throws {
    self.seed = seed
    author = MuseumAuthor(seed: seed)
    container = try Museum.container(at: url)
    if author.generator.happens(30) { try act() }
    try container.usePresets([catalog])
  }

  /// The present version of the catalog.
  var catalog: PresetCatalog { MuseumAuthor.catalog(version, seed: seed) }
  var nextCatalog: PresetCatalog { MuseumAuthor.catalog(version + 1, seed: seed) }

  /// The seed and the steps, with which a failure can be repeated.
  var comment: Comment { "seed \(seed), \(story)" }

  mutating func index(_ count: Int) -> Int { author.generator.index(count) }

  /// Performs an action of the user, or an operation on the presets.
  mutating func step() throws {
    switch author.generator.index(8) {
    case 0: try update()
    case 1: try note("restore") { try $0.restore() }
    case 2:
      try note("reset exhibits") { try $0.reset(.models([Exhibit.self]), backup: .none) }
    default: try act()
    }
  }

  mutating func act() throws { story.append(try author.act(in: container)) }

  /// Applies the next version of the catalog.
  @discardableResult
  mutating func update() throws -> PresetReport {
    version += 1
    story.append("version \(version)")
    return try container.usePresets([catalog])
  }

  @discardableResult
  mutating func note(
    _ name: String, _ operation: (PresetLibrary) throws -> PresetReport
  ) throws -> PresetReport {
    story.append(name)
    return try operation(container.presets)
  }

  /// Gives the user's halls and keepers names that no preset has, so that none stands in for a preset.
  mutating func renameUserObjects() throws {
    let context = ModelContext(container)
    for (number, hall) in try context.fetch(FetchDescriptor<Hall>()).enumerated()
    where !hall.isPreset { hall.name = "own hall \(number)" }
    for (number, keeper) in try context.fetch(FetchDescriptor<Keeper>()).enumerated()
    where !keeper.isPreset { keeper.name = "own keeper \(number)" }
    try context.save()
    story.append("rename user objects")
  }
}
