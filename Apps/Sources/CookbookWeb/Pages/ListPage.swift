import CookbookModel

/// The list of recipes with its search, its filters and its order.
struct ListPage: Page {
  static let template = "list"

  var frame: PageFrame
  var text: String
  var chosenTag: String?
  var isFavoritesOnly: Bool
  var favoritesAddress: String
  var favoritesCount: Int
  var orders: [OrderChoice]
  var chips: [TagChip]
  var chosenState: String?
  var states: [StateChip]
  /// The number of deleted presets in words; nil if there are none.
  var deleted: String?
  var cards: [RecipeCard]
  var heading: String
  var total: String
  var isBookEmpty: Bool
  var isNothingFound: Bool
  var isFiltered: Bool
  var explanation: String
  var previous: String?
  var next: String?

  init(
    _ page: RecipePage,
    query: RecipeQuery,
    tags: [TagCount],
    counts: RecipeCounts,
    marks: SyncMarks = SyncMarks(),
    notice: Notice?
  ) {
    frame = PageFrame(title: "Recipes", notice: notice)
    frame.isBook = true
    text = query.text
    chosenTag = query.tag
    isFavoritesOnly = query.favoritesOnly
    var toggled = query
    toggled.favoritesOnly.toggle()
    toggled.offset = 0
    favoritesAddress = toggled.address
    favoritesCount = counts.favorites
    orders = RecipeQuery.Order.allCases.map {
      OrderChoice(value: $0.rawValue, label: $0.label, isChosen: $0 == query.order)
    }
    chips = tags.filter { $0.recipes > 0 }.map { TagChip($0, in: query) }
    chosenState = query.state?.rawValue
    states = StateChip.all(in: query, counts)
    deleted = counts.deleted > 0 ? "\(counts.deleted) deleted" : nil
    cards = page.recipes.map { RecipeCard($0, in: query.state, marks: marks) }
    heading = Self.heading(for: query)
    total = PageText.count(page.total, one: "recipe", many: "recipes")
    isFiltered =
      !query.text.isEmpty || query.tag != nil || query.favoritesOnly || query.state != nil
    explanation = query.explanationAddress
    isBookEmpty = counts.recipes == 0
    isNothingFound = page.recipes.isEmpty && counts.recipes > 0
    previous = query.offset > 0 ? Self.address(of: query, from: query.offset - query.limit) : nil
    let end = query.offset + page.recipes.count
    next = end < page.total ? Self.address(of: query, from: end) : nil
  }

  private static func heading(for query: RecipeQuery) -> String {
    var subject = query.favoritesOnly ? "Favourites" : "Recipes"
    if let state = query.state { subject = "\(state.adjective) \(subject.lowercased())" }
    let group = query.tag.map { "\($0.isolated): \(subject.lowercased())" } ?? subject
    return query.text.isEmpty
      ? (group == "Recipes" ? "All recipes" : group) : "\(group) with “\(query.text.isolated)”"
  }

  private static func address(of query: RecipeQuery, from offset: Int) -> String {
    var query = query
    query.offset = max(0, offset)
    return query.address
  }
}

extension RecipeQuery.StateFilter {
  /// The word before “recipes”.
  fileprivate var adjective: String {
    switch self {
    case .presets: "Preset"
    case .edited: "Edited"
    case .yours: "Your"
    }
  }
}

/// One of the kinds of recipes that a list can be of.
struct StateChip {
  var label: String
  var count: Int
  var address: String
  var isChosen: Bool

  static func all(in query: RecipeQuery, _ counts: RecipeCounts) -> [StateChip] {
    var next = query
    next.offset = 0
    next.state = nil
    let all = StateChip(
      label: "All", count: counts.recipes, address: next.address, isChosen: query.state == nil)
    return [all]
      + RecipeQuery.StateFilter.allCases.map { state in
        next.state = state
        let count =
          switch state {
          case .presets: counts.presets
          case .edited: counts.edited
          case .yours: counts.yours
          }
        return StateChip(
          label: state.label, count: count, address: next.address, isChosen: query.state == state)
      }
  }
}

/// One of the orders a list can be put in.
struct OrderChoice {
  var value: String
  var label: String
  var isChosen: Bool
}
