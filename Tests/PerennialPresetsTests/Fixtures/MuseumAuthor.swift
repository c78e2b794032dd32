import Foundation
import PerennialPresets
import RandomTesting
import SwiftData

/// Writes random catalogs of museums, and does what users do.
struct MuseumAuthor {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let names = ["a", "b", "c", "d", "e"]

  /// A catalog's content follows from its seed: the objects are made whenever they are asked for.
  static func catalog(_ version: Int, seed: UInt64) -> PresetCatalog {
    Museum.catalog(version) {
      var author = MuseumAuthor(seed: seed &* 31 &+ UInt64(version))
      return author.content()
    }
  }

  private mutating func content() -> MuseumContent {
    var content = MuseumContent()
    // Unique values wander from preset to preset.
    content.halls = some().map { Hall($0, floor: generator.index(3)) }
    content.keepers = (some() + ["z"]).map { Keeper($0) }
    for keeper in content.keepers where generator.happens(50) {
      keeper.deputy = generator.element(of: content.keepers)
    }
    content.topics = some().map { Topic($0, "Topic \(generator.index(3))") }
    for name in some() + some().map({ $0 + "'" }) {
      guard let keeper = generator.element(of: content.keepers) else { continue }
      let exhibit = Exhibit(
        name, "Title \(generator.index(3))", visits: generator.index(3), keeper: keeper,
        hall: generator.happens(70) ? generator.element(of: content.halls) : nil)
      exhibit.plaques = some().prefix(2).map { Plaque($0) }
      exhibit.topics = content.topics.filter { _ in generator.happens(40) }
      content.exhibits.append(exhibit)
    }
    return content
  }

  private mutating func some() -> [String] { Self.names.filter { _ in generator.happens(60) } }

  // MARK: What users do

  /// Does something, and says what.
  mutating func act(in container: ModelContainer) throws -> String {
    let context = ModelContext(container)
    let halls = try all(Hall.self, by: \.name, context)
    let keepers = try all(Keeper.self, by: \.name, context)
    let exhibits = try all(Exhibit.self, by: \.title, context)
    let topics = try all(Topic.self, by: \.name, context)
    let kind = generator.index(12)
    switch kind {
    case 0: if let hall = generator.element(of: halls) { context.delete(hall) }
    case 1: if let topic = generator.element(of: topics) { context.delete(topic) }
    case 2: if let exhibit = generator.element(of: exhibits) { context.delete(exhibit) }
    case 3:
      let plaques = try all(Plaque.self, by: \.text, context)
      if let plaque = generator.element(of: plaques) { context.delete(plaque) }
    case 4:
      // A keeper that no exhibit references; other deletions are refused.
      let used = Set(exhibits.map { ObjectIdentifier($0.keeper) })
      let idle = keepers.filter { !used.contains(ObjectIdentifier($0)) }
      if let keeper = generator.element(of: idle) { context.delete(keeper) }
    case 5:
      // Perhaps with the unique name of a preset that is yet to come.
      let name = generator.element(of: Self.names) ?? "a"
      if !halls.contains(where: { $0.name == name }) { context.insert(Hall(name, floor: 9)) }
    case 6:
      let name = generator.element(of: Self.names) ?? "a"
      if !keepers.contains(where: { $0.name == name }) { context.insert(Keeper(name)) }
    case 7: generator.element(of: exhibits)?.hall = generator.element(of: halls)
    case 8:
      if let keeper = generator.element(of: keepers) {
        generator.element(of: exhibits)?.keeper = keeper
      }
    case 9:
      if let exhibit = generator.element(of: exhibits), let topic = generator.element(of: topics) {
        if exhibit.topics.contains(topic) {
          exhibit.topics.removeAll { $0 == topic }
        } else {
          exhibit.topics.append(topic)
        }
      }
    case 10:
      if let keeper = generator.element(of: keepers) {
        let own = Exhibit(nil, "Own", keeper: keeper, hall: generator.element(of: halls))
        context.insert(own)
        own.plaques = [Plaque("Own")]
        own.topics = topics.filter { _ in generator.happens(50) }
      }
    default:
      generator.element(of: exhibits)?.title = "Mine"
      generator.element(of: halls)?.floor = 7
    }
    try context.save()
    return "act \(kind)"
  }

  private func all<T: PersistentModel>(
    _ type: T.Type, by keyPath: any KeyPath<T, String> & Sendable, _ context: ModelContext
  ) throws -> [T] {
    // In an order that the seed decides, and not the file.
    try context.fetch(FetchDescriptor<T>()).sorted {
      ($0[keyPath: keyPath], $0.presetName) < ($1[keyPath: keyPath], $1.presetName)
    }
  }
}

extension PersistentModel {
  fileprivate var presetName: String { (try? presetState())?.preset?.id ?? "" }
}
