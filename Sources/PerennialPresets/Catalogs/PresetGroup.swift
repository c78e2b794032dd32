import Perennial
import PerennialRecords

/// A part of a catalog; see ``Presets`` and ``PresetParts``.
public protocol PresetGroup: Sendable {
  /// Adds the group to an assembly. For the framework.
  func _add(to assembly: inout _PresetAssembly) throws
}

/// The objects of catalogs before their references are resolved. For the framework.
public struct _PresetAssembly {
  struct Entry {
    let catalog: String
    let id: String
    let model: any PersistentModel
    /// The position in the file that contains the preset.
    var place: PresetPlace?
  }

  struct Parts {
    let owner: any PersistentModel.Type
    let members: (any PersistentModel) -> [any PersistentModel]
    let id: (any PersistentModel) -> String?
    let name: String
  }

  /// The name, version and namespace of the catalog whose groups are being added.
  var head = PresetFileHead()
  var catalog: String { head.catalog ?? "" }
  var entries: [Entry] = []
  var parts: [Parts] = []
  /// The functions that return the ID of an object, by class. Each group adds its own.
  var identifiers: [ObjectIdentifier: [(any PersistentModel) -> String?]] = [:]
  var formerIDs = FormerIDs()
  var userProperties: [String: Set<String>] = [:]
  /// The rules for conflicts, by entity and field.
  var rules: [String: [String: PresetConflictRule<Any>]] = [:]
  var files = PresetFiles()
  var problems: [String] = []
}
