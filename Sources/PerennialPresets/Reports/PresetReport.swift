public import Perennial

/// The changes that applying catalogs or resetting presets has made, or would make.
///
/// ```swift
/// let report = try container.presets.apply()
/// if !report.isEmpty { print(report) }
/// for issue in report.issues { print("\(issue.preset): \(issue.reason)") }
/// ```
public struct PresetReport: Sendable, Equatable {
  /// A preset and some of its fields.
  public struct Fields: Sendable, Equatable {
    /// The preset that the fields belong to.
    public let preset: PresetIdentifier
    /// The names of the fields.
    public let names: [String]
  }

  /// A field that the user has edited and that the catalog has changed since.
  ///
  /// The user's value stays, unless the app has a rule for the field. The values are those of the
  /// store: texts as they are, an array of texts as JSON.
  public struct Conflict: Sendable, Equatable {
    /// The preset that the field belongs to.
    public let preset: PresetIdentifier
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
    public let preset: PresetIdentifier
    /// The reason, as a sentence that says what to do.
    public let reason: String
  }

  /// Presets that are new.
  public var inserted: [PresetIdentifier] = []
  /// Fields that have new values.
  public var updated: [Fields] = []
  /// Fields that keep the user's values.
  public var kept: [Fields] = []
  /// Fields that the user has edited and that the catalog has changed since.
  public var conflicts: [Conflict] = []
  /// Presets that the user has deleted and that stay deleted.
  public var leftDeleted: [PresetIdentifier] = []
  /// Deleted presets that were inserted again.
  public var restored: [PresetIdentifier] = []
  /// Presets that the catalog no longer has and that were deleted.
  public var retired: [PresetIdentifier] = []
  /// Presets that the catalog no longer has and that stay: the user has edited them, or an object
  /// references them.
  public var keptRetired: [PresetIdentifier] = []
  /// Presets that could not be brought to the content of their catalogs.
  public var issues: [Issue] = []
  /// The number of deleted user objects, by entity.
  public var deletedUserObjects: [String: Int] = [:]
  /// The versions of catalogs in the store that are greater than the program's, by name. These catalogs
  /// were not applied.
  ///
  /// ```swift
  /// for (catalog, version) in try container.presets.apply().newerInStore {
  ///   print("Update the app: the store has version \(version) of \(catalog).")
  /// }
  /// ```
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
  /// The numbers of presets by what happens to them, such as `3 inserted, 1 conflict`; `nothing to do` if all are 0.
  public var description: String {
    var parts: [String] = []
    func add(_ count: Int, _ text: String, ifOne single: String? = nil) {
      if count > 0 { parts.append("\(count) \(count == 1 ? single ?? text : text)") }
    }
    add(inserted.count, "inserted")
    add(updated.count, "updated")
    add(kept.count, "with edits that are kept")
    add(conflicts.count, "conflicts", ifOne: "conflict")
    add(restored.count, "restored")
    add(leftDeleted.count, "deleted by the user")
    add(retired.count, "retired")
    add(keptRetired.count, "retired and kept")
    add(issues.count, "with issues")
    add(
      deletedUserObjects.values.reduce(0, +), "objects of the user deleted",
      ifOne: "object of the user deleted")
    return parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")
  }
}

extension SQLValue {
  /// The value as reports show it: texts are whole, and have no quotation marks.
  var wholeText: String { if case .text(let text) = self { text } else { description } }
}
