public import Foundation

/// What a new version of the recipes, or a reset, has done to the book or would do.
public struct StarterReport: Codable, Equatable, Sendable {
  /// A recipe, and which parts of it are meant.
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
    /// What it was when the cook changed it; nil if that is not known.
    public var base: String?
    public var mine: String
    public var theirs: String
  }

  /// Recipes that are new.
  public var added: [Entry] = []
  /// Recipes that change.
  public var updated: [Entry] = []
  /// What stays as the cook has changed it.
  public var kept: [Entry] = []
  public var conflicts: [Conflict] = []
  /// Recipes that the cook has removed, and that stay so.
  public var leftRemoved: [Entry] = []
  /// Recipes that were removed, and are back.
  public var broughtBack: [Entry] = []
  /// Recipes that the new version has no more, and that go.
  public var retired: [Entry] = []
  /// Recipes that the new version has no more, and that stay because the cook needs them.
  public var keptRetired: [Entry] = []
  /// What could not be done, and why.
  public var issues: [String] = []
  /// The number of deleted recipes of the cook's own.
  public var deletedRecipes = 0
  /// The number of deleted entries of the log.
  public var deletedLogEntries = 0
  /// The number of recipes from the book that are a favourite no more.
  public var clearedFavorites = 0

  /// A report of nothing.
  public init() {}

  /// Whether the book stays as it is.
  public var isEmpty: Bool {
    added.isEmpty && updated.isEmpty && broughtBack.isEmpty && retired.isEmpty
      && deletedRecipes == 0 && deletedLogEntries == 0 && clearedFavorites == 0
  }
}

extension StarterReport: CustomStringConvertible {
  /// A line for people: `60 recipes new, 3 changed`.
  public var description: String {
    let parts = [
      (added.count, "new"), (broughtBack.count, "back again"), (updated.count, "changed"),
      (kept.count, "with changes of yours that stay"), (retired.count, "retired"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "Recipes: \(parts.isEmpty ? "nothing new" : parts.joined(separator: ", "))"
  }
}

/// A recipe that came with the book and was removed.
public struct RemovedRecipe: Codable, Equatable, Sendable {
  public var key: String
  public var title: String
  public var summary: String
}

/// A reset that can be taken back.
public struct UndoableReset: Codable, Equatable, Sendable {
  /// The title of the one recipe that was meant; nil for all.
  public var recipe: String?
  public var date: Date
  public var report: StarterReport
}

/// Where a book stands with what it came with.
public struct StarterStatus: Codable, Equatable, Sendable {
  /// The version of the recipes that the book has.
  public var version: Int
  /// The newer version that the cook can have.
  public var offered: Int?
  /// The last reset, if it can be taken back.
  public var undoable: UndoableReset?

  public init(version: Int, offered: Int? = nil, undoable: UndoableReset? = nil) {
    self.version = version
    self.offered = offered
    self.undoable = undoable
  }
}
