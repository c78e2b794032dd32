import Perennial
import PerennialRecords

extension CatalogVersion {
  /// The name of the catalog that has the preset; nil if it is unknown.
  var catalog: String? {
    guard let identity, let metadata = try? PresetMetadata(text: identity) else { return nil }
    return String(metadata.name.prefix { $0 != "/" })
  }

  /// Returns the metadata for the row of a preset without edits; nil if its identity is unknown.
  ///
  /// - Throws: ``UnstorableRecord``: another client can have sent any text.
  func metadata() throws -> PresetMetadata? {
    guard let identity else { return nil }
    guard let metadata = try? PresetMetadata(text: identity) else {
      throw UnstorableRecord(
        explanation:
          "“\(identity)” is not the identity of a preset, as [\"cookbook/pasta\"] is one")
    }
    return metadata
  }
}
