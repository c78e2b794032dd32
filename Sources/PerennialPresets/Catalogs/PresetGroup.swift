import Perennial

/// A part of a catalog; see ``Presets`` and ``PresetParts``.
public protocol PresetGroup: Sendable {
  /// For the framework.
  func _add(to assembly: inout _PresetAssembly) throws
}

/// An object of a catalog before it is known what it refers to. For the framework.
public struct _PresetAssembly {
  struct Entry {
    let catalog: String
    let id: String
    let model: any PersistentModel
    /// Where a file has it.
    var place: PresetPlace?
  }

  struct Parts {
    let owner: any PersistentModel.Type
    let members: (any PersistentModel) -> [any PersistentModel]
    let id: (any PersistentModel) -> String?
    let name: String
  }

  /// What the catalog says of itself whose groups are added.
  var head = PresetFileHead()
  var catalog: String { head.catalog ?? "" }
  var entries: [Entry] = []
  var parts: [Parts] = []
  /// How the ID of an object of a class may be found, wherever one turns up: each group has its way.
  var identifiers: [ObjectIdentifier: [(any PersistentModel) -> String?]] = [:]
  var formerIDs = FormerIDs()
  var userProperties: [String: Set<String>] = [:]
  /// What is done about fields in conflict, by entity and field.
  var rules: [String: [String: PresetRule]] = [:]
  var files = PresetFiles()
  var problems: [String] = []
}
