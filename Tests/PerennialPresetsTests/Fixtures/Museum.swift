import Foundation
import PerennialPresets
import SwiftData

// Exhibits with all kinds of relationships: required and optional ones, parts, tables of pairs, unique
// names.

@Model
final class Hall {
  @Attribute(.unique) var name: String
  var floor: Int
  @Relationship(inverse: \Exhibit.hall) var exhibits: [Exhibit] = []

  init(_ name: String, floor: Int = 0) {
    self.name = name
    self.floor = floor
  }
}

@Model
final class Keeper {
  @Attribute(.unique) var name: String
  var deputy: Keeper?

  init(_ name: String, deputy: Keeper? = nil) {
    self.name = name
    self.deputy = deputy
  }
}

@Model
final class Exhibit {
  var code: String?
  var title: String
  var visits: Int
  var keeper: Keeper
  var hall: Hall?
  @Relationship(deleteRule: .cascade, inverse: \Plaque.exhibit) var plaques: [Plaque] = []
  @Relationship(inverse: \Topic.exhibits) var topics: [Topic] = []

  init(_ code: String?, _ title: String, visits: Int = 0, keeper: Keeper, hall: Hall? = nil) {
    self.code = code
    self.title = title
    self.visits = visits
    self.keeper = keeper
    self.hall = hall
  }
}

@Model
final class Plaque {
  var text: String
  var exhibit: Exhibit?

  init(_ text: String) { self.text = text }
}

@Model
final class Topic {
  var code: String?
  var name: String
  var exhibits: [Exhibit] = []

  init(_ code: String?, _ name: String) {
    self.code = code
    self.name = name
  }
}

enum Museum {
  static let models: [any PersistentModel.Type] = [
    Hall.self, Keeper.self, Exhibit.self, Plaque.self, Topic.self,
  ]

  static func container(
    at url: URL? = nil, _ presets: PresetCatalog...
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(models), configurations: [Kitchen.configuration(url)], presets: presets)
  }

  /// A catalog of what a block makes.
  static func catalog(
    _ version: Int?, _ content: @escaping @Sendable () -> MuseumContent
  ) -> PresetCatalog {
    PresetCatalog("museum", version: version) {
      Presets(id: \.name) { content().halls }
      Presets(id: \.name) { content().keepers }
      Presets(id: \.code) { content().topics }
      Presets(id: \.code) { content().exhibits }
      PresetParts(\Exhibit.plaques, id: \.text)
    }
  }

  /// Returns the contents of a container as text. Equal contents have equal texts.
  static func portrait(of container: ModelContainer) throws -> [String] {
    let context = ModelContext(container)
    func all<T: PersistentModel>(_ type: T.Type) throws -> [T] {
      try context.fetch(FetchDescriptor<T>())
    }
    let exhibits = try all(Exhibit.self).map { exhibit in
      """
      exhibit \(exhibit.code ?? "-"): \(exhibit.title), \(exhibit.visits), \(exhibit.keeper.name), \
      \(exhibit.hall?.name ?? "-"), \(exhibit.plaques.map(\.text).sorted()), \
      \(exhibit.topics.map { $0.code ?? "-" }.sorted()), \(try exhibit.presetState().editedFields)
      """
    }
    let halls = try all(Hall.self).map {
      "hall \($0.name) \($0.floor) \($0.exhibits.map { $0.code ?? "-" }.sorted())"
    }
    let keepers = try all(Keeper.self).map { "keeper \($0.name) \($0.deputy?.name ?? "-")" }
    let plaques = try all(Plaque.self).map { "plaque \($0.text) \($0.exhibit?.code ?? "-")" }
    let topics = try all(Topic.self).map {
      "topic \($0.code ?? "-") \($0.name) \($0.exhibits.map { $0.code ?? "-" }.sorted())"
    }
    return (exhibits + halls + keepers + plaques + topics).sorted()
  }
}

/// The objects of a catalog.
struct MuseumContent {
  var halls: [Hall] = []
  var keepers: [Keeper] = []
  var topics: [Topic] = []
  var exhibits: [Exhibit] = []
}

extension ModelContext {
  func exhibit(_ code: String) throws -> Exhibit? {
    try fetch(FetchDescriptor<Exhibit>(predicate: #Predicate { $0.code == code })).first
  }

  func hall(_ name: String) throws -> Hall? {
    try fetch(FetchDescriptor<Hall>(predicate: #Predicate { $0.name == name })).first
  }

  func keeper(_ name: String) throws -> Keeper? {
    try fetch(FetchDescriptor<Keeper>(predicate: #Predicate { $0.name == name })).first
  }

  func topic(_ code: String) throws -> Topic? {
    try fetch(FetchDescriptor<Topic>(predicate: #Predicate { $0.code == code })).first
  }
}
