public import Perennial

/// What applying catalogs, or a reset, has done or would do.
public struct PresetReport: Sendable, Equatable {
  /// A preset, as a report names it.
  public struct Preset: Sendable, Hashable, CustomStringConvertible {
    public let catalog: String
    public let entityName: String
    public let id: String

    public init(catalog: String, entityName: String, id: String) {
      self.catalog = catalog
      self.entityName = entityName
      self.id = id
    }

    public var description: String { "\(entityName) “\(id)”" }
  }

  /// A preset and some of its fields.
  public struct Fields: Sendable, Equatable {
    public let preset: Preset
    public let names: [String]
  }

  /// A field that the user has written, and that the catalog says otherwise than before. The user's
  /// value stays, unless the app has a rule for it. The values are as the store has them: texts as they
  /// are, an array of texts as JSON.
  public struct Conflict: Sendable, Equatable {
    public let preset: Preset
    public let field: String
    /// What the catalog said when the user wrote; nil if that is not known.
    public let base: String?
    public let mine: String
    public let theirs: String
    /// What a rule of the app has made of these; nil if the user's value stays.
    public let resolved: String?
  }

  /// A preset that could not be as the catalog says, and why.
  public struct Obstacle: Sendable, Equatable {
    public let preset: Preset
    public let reason: String
  }

  /// Presets that are new.
  public var inserted: [Preset] = []
  /// Fields that were given new values.
  public var updated: [Fields] = []
  /// Fields that stay as the user wrote them.
  public var kept: [Fields] = []
  public var conflicts: [Conflict] = []
  /// Presets that the user has deleted, and that stay so.
  public var leftDeleted: [Preset] = []
  /// Presets that were deleted, and are back.
  public var restored: [Preset] = []
  /// Presets that the catalog has no more, and that are gone.
  public var retired: [Preset] = []
  /// Presets that the catalog has no more, and that stay: the user has edited them, or something
  /// refers to them.
  public var keptRetired: [Preset] = []
  public var obstacles: [Obstacle] = []
  /// How many objects of the user were deleted, by entity.
  public var deletedUserObjects: [String: Int] = [:]
  /// Catalogs of which the store has a greater version, by name. Nothing was done about them.
  public var newerInStore: [String: Int] = [:]

  /// The store as it was before a reset; see ``PresetLibrary/undo(_:)``.
  public var backup: Backup?

  public init() {}

  /// Whether nothing was done.
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
    add(kept.count, "with edits that stay")
    add(conflicts.count, "conflicts")
    add(restored.count, "restored")
    add(leftDeleted.count, "deleted by the user")
    add(retired.count, "retired")
    add(keptRetired.count, "retired and kept")
    add(obstacles.count, "in the way of something")
    add(deletedUserObjects.values.reduce(0, +), "objects of the user deleted")
    return parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")
  }
}

extension PresetDraft {
  var reported: PresetReport.Preset {
    PresetReport.Preset(catalog: catalog, entityName: entityName, id: id)
  }
}

extension SQLValue {
  /// The value as people compare it: texts whole, and without quotation marks.
  var wholeText: String { if case .text(let text) = self { text } else { description } }
}

extension PresetReport.Preset {
  /// - Parameter name: What a row says: the catalog and the ID, with a slash between them.
  init(entityName: String, name: String) {
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    self.init(
      catalog: parts.first ?? "", entityName: entityName, id: parts.count > 1 ? parts[1] : name)
  }
}
