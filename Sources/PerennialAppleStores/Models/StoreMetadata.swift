import Foundation

/// The property list in the table `Z_METADATA`.
struct StoreMetadata {
  /// The identifier of the store.
  let identifier: String
  /// The hash of each entity's version, by its name in the model's current version.
  let versionHashes: [String: Data]
  let versionIdentifiers: [String]
  /// The version of the framework that has written the file last.
  let frameworkVersion: Int64?
  /// All values of the list, those of the app among them.
  let values: [String: AppleValue]

  /// Reads the property list.
  ///
  /// - Throws: ``ArchiveError``.
  init(identifier: String, list data: Data) throws {
    self.identifier = identifier
    guard case .dictionary(let entries) = try ArchivedValueReader.value(in: data) else {
      throw ArchiveError.damaged("the property list is not a dictionary")
    }
    var values: [String: AppleValue] = [:]
    for entry in entries {
      if case .text(let key) = entry.key { values[key] = entry.value }
    }
    self.values = values
    var hashes: [String: Data] = [:]
    if case .dictionary(let entries)? = values["NSStoreModelVersionHashes"] {
      for entry in entries {
        if case .text(let name) = entry.key, case .data(let hash) = entry.value {
          hashes[name] = hash
        }
      }
    }
    versionHashes = hashes
    if case .array(let identifiers)? = values["NSStoreModelVersionIdentifiers"] {
      versionIdentifiers = identifiers.compactMap { identifier -> String? in
        if case .text(let text) = identifier { text } else { nil }
      }
    } else {
      versionIdentifiers = []
    }
    if case .integer(let version)? = values["NSPersistenceFrameworkVersion"] {
      frameworkVersion = version
    } else {
      frameworkVersion = nil
    }
  }
}
