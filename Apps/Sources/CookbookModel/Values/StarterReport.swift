public import Foundation

/// The changes to the book by a new version of the recipes or by a reset, made or previewed.
public struct StarterReport: Codable, Equatable, Sendable {
  /// A recipe and its affected fields.
  public struct Entry: Codable, Equatable, Sendable {
    public var key: String
    public var title: String
    public var fields: [RecipeField]
  }

  /// A part of a recipe that the cook has changed, and that the new version changes too. The cook's
  /// words stay.
  public struct Conflict: Codable, Equatable, Sendable {
    public var key: String
    public var title: String
    public var field: RecipeField
    /// The value when the cook changed the field; nil if that is not known.
    public var base: String?
    public var mine: String
    public var theirs: String
  }

  /// Recipes that are new.
  public var added: [Entry] = []
  /// Recipes that change.
  public var updated: [Entry] = []
  /// Recipes with changes of the cook that stay.
  public var kept: [Entry] = []
  public var conflicts: [Conflict] = []
  /// Presets that the cook has deleted, and that stay deleted.
  public var leftDeleted: [Entry] = []
  /// Deleted presets that are restored.
  public var restored: [Entry] = []
  /// Recipes that the new version has no more, and that go.
  public var retired: [Entry] = []
  /// Recipes that the new version has no more, and that stay because the cook needs them.
  public var keptRetired: [Entry] = []
  /// The changes that could not be made, each with the reason.
  public var issues: [String] = []
  /// The number of deleted recipes of the cook's own.
  public var deletedRecipes = 0
  /// The number of deleted entries of the log.
  public var deletedLogEntries = 0
  /// The number of presets that are no longer favourites.
  public var clearedFavorites = 0

  /// A report of nothing.
  public init() {}

  /// A Boolean value that indicates whether the book stays as it is.
  public var isEmpty: Bool {
    added.isEmpty && updated.isEmpty && restored.isEmpty && retired.isEmpty
      && deletedRecipes == 0 && deletedLogEntries == 0 && clearedFavorites == 0
  }
}

extension StarterReport: CustomStringConvertible {
  /// A line for people: `Presets: 60 new, 3 changed`.
  public var description: String {
    let parts = [
      (added.count, "new"), (restored.count, "restored"), (updated.count, "changed"),
      (kept.count, "with your changes kept"), (retired.count, "retired"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "Presets: \(parts.isEmpty ? "nothing new" : parts.joined(separator: ", "))"
  }
}

/// A deleted preset.
public struct DeletedRecipe: Codable, Equatable, Sendable {
  public var key: String
  public var title: String
  public var summary: String
}

/// A reset that can be undone.
public struct UndoableReset: Codable, Equatable, Sendable {
  /// The title of the one recipe that was meant; nil for all.
  public var recipe: String?
  public var date: Date
  public var report: StarterReport
}

/// The version of a book's recipes, the newer version on offer, and the last reset.
public struct StarterStatus: Codable, Equatable, Sendable {
  /// The version of the recipes that the book has.
  public var version: Int
  /// The newer version that the cook can have.
  public var offered: Int?
  /// The last reset, if it can be undone.
  public var undoable: UndoableReset?

  public init(version: Int, offered: Int? = nil, undoable: UndoableReset? = nil) {
    self.version = version
    self.offered = offered
    self.undoable = undoable
  }
}
