/// The recipes to list, and their order.
public struct RecipeQuery: Equatable, Sendable {
  /// The orders a list of recipes can have.
  public enum Order: String, CaseIterable, Codable, Sendable {
    case title
    case time
    case newest
    case rating

    /// The name shown to people.
    public var label: String {
      switch self {
      case .title: "A to Z"
      case .time: "Quickest"
      case .newest: "Newest"
      case .rating: "Best rated"
      }
    }
  }

  /// The states of recipes, in relation to the presets.
  public enum StateFilter: String, CaseIterable, Codable, Sendable {
    /// Presets, edited or not.
    case presets
    /// Edited presets.
    case edited
    /// Recipes that the cook has written.
    case yours

    /// The name shown to people.
    public var label: String {
      switch self {
      case .presets: "Presets"
      case .edited: "Edited"
      case .yours: "Yours"
      }
    }
  }

  /// The words to search for in titles, descriptions, cuisines and ingredients. A recipe must contain all of them,
  /// in any order. An empty text finds all recipes.
  public var text: String
  /// The tag that recipes must carry, or nil.
  public var tag: String?
  public var favoritesOnly: Bool
  /// The state that the recipes must have, or nil.
  public var state: StateFilter?
  public var order: Order
  public var offset: Int
  public var limit: Int

  public init(
    text: String = "",
    tag: String? = nil,
    favoritesOnly: Bool = false,
    state: StateFilter? = nil,
    order: Order = .title,
    offset: Int = 0,
    limit: Int = 60
  ) {
    self.text = text
    self.tag = tag
    self.favoritesOnly = favoritesOnly
    self.state = state
    self.order = order
    self.offset = offset
    self.limit = limit
  }
}

/// The number of recipes of each kind.
public struct RecipeCounts: Codable, Equatable, Sendable {
  public var recipes: Int
  public var favorites: Int
  public var presets: Int
  public var edited: Int
  public var yours: Int
  /// The number of deleted presets.
  public var deleted: Int
}

/// A stretch of a list of recipes.
public struct RecipePage: Codable, Equatable, Sendable {
  public var recipes: [RecipeSummary]
  /// The number of recipes that match, on this page and all others.
  public var total: Int
  public var offset: Int
}
