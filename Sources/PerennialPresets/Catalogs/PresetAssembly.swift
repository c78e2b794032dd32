import Perennial
import PerennialRecords

/// The presets of catalogs before their references are resolved.
struct PresetAssembly {
  struct Entry {
    let catalog: String
    let id: String
    let layout: ModelLayout
    let source: Source
  }

  /// The origin of a preset's values.
  enum Source {
    case object(any PersistentModel)
    /// A row of the assembly's ``values``.
    case file(PackedRow, SourcePosition)

    var position: SourcePosition? {
      if case .file(_, let position) = self { position } else { nil }
    }
    var object: (any PersistentModel)? { if case .object(let model) = self { model } else { nil } }
  }

  struct Parts {
    let owner: ModelLayout
    let members: (any PersistentModel) -> [any PersistentModel]
    let id: (any PersistentModel) -> String?
    let name: String
  }

  /// The name, version and namespace of the catalog whose groups are being added.
  var head = PresetFileHead()
  var catalog: String { head.catalog ?? "" }
  var entries: [Entry] = []
  /// The values of the presets.
  let values = PackedValues()
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
