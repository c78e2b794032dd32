public import SwiftData

/// The models of the book, at their first version.
public enum CookbookSchema: VersionedSchema {
  public static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  public static var models: [any PersistentModel.Type] {
    [Recipe.self, Ingredient.self, Tag.self, CookingLogEntry.self, CookbookState.self]
  }
}
