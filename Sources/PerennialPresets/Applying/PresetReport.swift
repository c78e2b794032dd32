public import Perennial

/// The changes that applying catalogs or resetting presets has made, or would make.
public struct PresetReport: Sendable, Equatable {
  /// A preset as reports name it.
  public struct Preset: Sendable, Hashable, CustomStringConvertible {
    /// The name of the preset's catalog.
    public let catalog: String
    /// The name of the preset's entity.
    public let entityName: String
    /// The ID of the preset in its catalog.
    public let id: String

    /// Creates the name of a preset.
    public init(catalog: String, entityName: String, id: String) {
      self.catalog = catalog
      self.entityName = entityName
      self.id = id
    }

    public var description: String { "\(entityName) “\(id)”" }
  }

  /// A preset and some of its fields.
  public struct Fields: Sendable, Equatable {
    /// The preset that the fields belong to.
    public let preset: Preset
    /// The names of the fields.
    public let names: [String]
  }

  /// A field that the user has edited and that the catalog has changed since.
  ///
  /// The user's value stays, unless the app has a rule for the field. The values are those of the
  /// store: texts as they are, an array of texts as JSON.
  public struct Conflict: Sendable, Equatable {
    /// The preset that the field belongs to.
    public let preset: Preset
    /// The name of the field.
    public let field: String
    /// The catalog's value at the time of the user's edit; nil if it is unknown.
    public let base: String?
    /// The user's value.
    public let mine: String
    /// The catalog's current value.
    public let theirs: String
    /// The value that a rule of the app has computed; nil if the user's value stays.
    public let resolved: String?
  }

  /// A preset that could not be brought to the content of its catalog, and the reason.
  public struct Issue: Sendable, Equatable {
    /// The preset.
    public let preset: Preset
    /// The reason, as a sentence that says what to do.
    public let reason: String
  }

  /// Presets that are new.
  public var inserted: [Preset] = []
  /// Fields that have new values.
  public var updated: [Fields] = []
  /// Fields that keep the user's values.
  public var kept: [Fields] = []
  /// Fields that the user has edited and that the catalog has changed since.
  public var conflicts: [Conflict] = []
  /// Presets that the user has deleted and that stay deleted.
  public var leftDeleted: [Preset] = []
  /// Deleted presets that were inserted again.
  public var restored: [Preset] = []
  /// Presets that the catalog no longer has and that were deleted.
  public var retired: [Preset] = []
  /// Presets that the catalog no longer has and that stay: the user has edited them, or an object
  /// references them.
  public var keptRetired: [Preset] = []
  /// Presets that could not be brought to the content of their catalogs.
  public var issues: [Issue] = []
  /// The number of deleted user objects, by entity.
  public var deletedUserObjects: [String: Int] = [:]
  /// The versions of catalogs in the store that are greater than the program's, by name. These catalogs
  /// were not applied.
  public var newerInStore: [String: Int] = [:]

  /// The store as it was before a reset; see ``PresetLibrary/undo(_:)``.
  public var backup: Backup?

  /// Creates the report of an operation that changes nothing.
  public init() {}

  /// `true` if the operation has changed nothing.
  public var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && restored.isEmpty && retired.isEmpty
      && deletedUserObjects.isEmpty
  }
}

extension PresetReport: CustomStringConvertible {
  public var description: String {
    var parts: [String] = []
    func add(_ count: Int, _ text: String) {
      if count > 0 { parts.append("\(count) \(text)") }
    }
    add(inserted.count, "inserted")
    add(updated.count, "updated")
    add(kept.count, "with edits that are kept")
    add(conflicts.count, "conflicts")
    add(restored.count, "restored")
    add(leftDeleted.count, "deleted by the user")
    add(retired.count, "retired")
    add(keptRetired.count, "retired and kept")
    add(issues.count, "with issues")
    add(deletedUserObjects.values.reduce(0, +), "objects of the user deleted")
    return parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")
  }
}

extension CatalogPreset {
  var reported: PresetReport.Preset {
    PresetReport.Preset(catalog: catalog, entityName: entityName, id: id)
  }
}

extension SQLValue {
  /// The value as reports show it: texts are whole, and have no quotation marks.
  var wholeText: String { if case .text(let text) = self { text } else { description } }
}

extension PresetReport.Preset {
  /// Creates a preset from its name in a row.
  ///
  /// - Parameter name: The catalog and the ID, with a slash between them.
  init(entityName: String, name: String) {
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    self.init(
      catalog: parts.first ?? "", entityName: entityName, id: parts.count > 1 ? parts[1] : name)
  }
}
