import Foundation
package import PerennialRecords

/// The app of the simulation: tags, of which a catalog offers some, and notes.
package enum Pantry {
  package static let tag = "Tag"
  package static let note = "Note"
  /// The type of objects with a unique name.
  static let label = "Label"
  /// The field of a label that is unique.
  static let unique = "name"
  /// The field of a note that references a label.
  static let labelReference = "label"
  /// The names that labels can have: few, so that devices often give two labels the same one.
  static let labelNames = (0..<6).map { RecordValue.text("label \($0)") }
  /// The fields that reference another object.
  static let references = [reference, labelReference]
  /// The types of the objects that references and links lead to.
  static let destinations = [reference: tag, labelReference: label, links: tag]
  /// The field of all types that counts.
  static let counter = "count"
  /// The number with which counters of objects begin.
  static let counterStart: Int64 = 5
  /// Fields of all types that have numbers.
  package static let numbers = ["title", "rank"]
  /// The field of a note that references a tag.
  package static let reference = "tag"
  /// The relationship of a note with many tags.
  package static let links = "tags"
  /// A number that no catalog has. The numbers that users write are greater.
  package static let greatestDefault: Int64 = 1000
  /// The number of versions of the catalog.
  package static let versions = 3

  /// The number of the tag that the last version of the catalog has retired.
  private static let retired = 1

  private static let namespace = RecordName.namespace(uri: "https://example.com/pantry")

  private static let ids = (0..<5).map { "tag\($0)" }

  /// The names of the tags that are presets. Each version has a further one, and the last version has retired one.
  private static let names = ids.map {
    RecordName.preset(namespace: namespace, entity: tag, id: $0)
  }

  /// The names of labels that are presets: one in each of the versions 1 and 3.
  private static let labels = (0..<2).map {
    RecordName.preset(namespace: namespace, entity: label, id: "label\($0)")
  }

  /// Returns the type of a preset.
  static func type(ofPreset name: RecordName) -> String { labels.contains(name) ? label : tag }

  /// The presets of a version of the catalog. The title of a preset and the start of its counter differ from version
  /// to version, its rank does not.
  package static let catalogs: [[RecordName: CatalogVersion<RecordValue>]] = (0...versions).map {
    version in
    guard version > 0 else { return [:] }
    let offered = names.prefix(2 + version).enumerated().filter {
      version < versions || $0.offset != retired
    }
    let pairs = offered.map { index, name in
      let values: [String: RecordValue] = [
        "title": .integer(-Int64(1000 * version + index)), "rank": .integer(Int64(index)),
        counter: .integer(Int64(100 * version + index)),
      ]
      return (name, CatalogVersion(version: version, values: values))
    }
    let labels = labels.prefix(version == 3 ? 2 : 1).enumerated().map { index, name in
      let values: [String: RecordValue] = [
        "title": .integer(Int64(index)), "rank": .integer(Int64(index)),
        unique: labelNames[index], counter: .integer(50),
      ]
      return (name, CatalogVersion(version: version, values: values))
    }
    return Dictionary(uniqueKeysWithValues: pairs + labels)
  }
}
