import Foundation
import PerennialPresets
import SwiftData

// A collection of specimens with an attribute of every kind.

enum Diet: String, Codable, CaseIterable {
  case herbs, meat, everything
}

enum Rank: Int, Codable {
  case species = 1
  case genus = 2
}

enum Finding: Codable, Equatable {
  case seen
  case measured(length: Double, by: String)
}

struct Origin: Codable, Equatable {
  var country: String
  var altitude: Int?
}

@Model
final class Specimen {
  var slug: String
  var tiny: Int8 = 0
  var small: Int16 = 0
  var medium: Int32 = 0
  var large: Int64 = 0
  var whole: Int = 0
  var tinyCount: UInt8 = 0
  var smallCount: UInt16 = 0
  var mediumCount: UInt32 = 0
  var largeCount: UInt64 = 0
  var count: UInt = 0
  var length: Double = 0
  var width: Float = 0
  var isAlive = false
  var found: Date = Date(timeIntervalSinceReferenceDate: 0)
  var sample = Data()
  var key = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var page: URL?
  var price: Decimal = 0
  var note: String?
  var legs: Int?
  var weight: Double?
  var seen: Date?
  var diet: Diet = Diet.everything
  var rank: Rank = Rank.species
  var otherDiet: Diet?
  var origin: Origin = Origin(country: "?")
  var otherOrigin: Origin?
  var names: [String] = []
  var counts: [String: Int] = [:]
  var finding: Finding = Finding.seen
  @Attribute(.externalStorage) var image: Data?
  @Attribute(.externalStorage) var story: String = "none"
  @Attribute(.transformable(by: "PresetListTransformer")) var marks: [String]?
  @Attribute(.ephemeral) var isSelected = true
  @Relationship(inverse: \Drawer.specimens) var drawer: Drawer?

  init(_ slug: String) { self.slug = slug }
}

@Model
final class Drawer {
  let slug: String
  var label: String
  var created: Date = Date.now
  var serial = UUID()
  var specimens: [Specimen]? = []
  @Relationship(inverse: \Slip.drawer) var slips: [Slip] = []

  init(_ slug: String, _ label: String) {
    self.slug = slug
    self.label = label
  }
}

@Model
final class Slip {
  var text: String
  var drawer: Drawer

  init(_ text: String, in drawer: Drawer) {
    self.text = text
    self.drawer = drawer
  }
}

/// Texts with commas between them.
final class PresetListTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? [String]).map { Data($0.joined(separator: ",").utf8) }
  }
  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map {
      String(decoding: $0, as: UTF8.self).split(separator: ",").map(String.init)
    }
  }
}

enum Collection {
  static let models: [any PersistentModel.Type] = [Specimen.self, Drawer.self, Slip.self]
  static let schema = Schema(models)

  /// A catalog of a file with these presets.
  static func catalog(_ text: String) throws -> PresetCatalog {
    try PresetCatalog(Data(text.utf8), named: "a.json", for: schema)
  }

  /// Returns the error of a file, or nil if the file has none.
  static func problems(_ text: String) throws -> PresetError? {
    do {
      let container = try ModelContainer(
        for: schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
      try container.usePresets([try catalog(text)])
      return nil
    } catch let error as PresetError {
      return error
    }
  }
}
