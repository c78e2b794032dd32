/// The food on the plate of a recipe's emblem.
enum Dish: String, CaseIterable {
  case bowl
  case cake
  case chilli
  case egg
  case fish
  case leaf
  case loaf
  case pan
  case pot
  case skewer

  /// Creates the dish that a recipe's title suggests, or else its tags.
  init(title: String, tags names: some Sequence<String>) {
    let title = title.lowercased()
    if let match = Self.words.first(where: { title.contains($0.word) }) {
      self = match.dish
      return
    }
    let tags = Set(names)
    self = Self.tags.first { tags.contains($0.tag) }?.dish ?? .pan
  }

  private static let words: [(word: String, dish: Dish)] = [
    ("soup", .bowl), ("noodle", .bowl), ("ramen", .bowl), ("taco", .chilli), ("egg", .egg),
    ("shakshuka", .egg), ("tortilla", .egg), ("bibimbap", .egg), ("fish", .fish), ("bread", .loaf),
    ("pizza", .pan), ("salad", .leaf), ("pancake", .cake), ("bánh", .loaf), ("curry", .pot),
    ("spaghetti", .bowl), ("tagliatelle", .bowl), ("risotto", .bowl), ("pad thai", .bowl),
  ]

  private static let tags: [(tag: String, dish: Dish)] = [
    ("Dessert", .cake), ("Soup", .bowl), ("Salad", .leaf), ("Seafood", .fish), ("Baking", .loaf),
    ("Breakfast", .egg), ("One pot", .pot), ("Spicy", .chilli), ("Meat", .skewer), ("Vegan", .leaf),
    ("Comfort", .pot),
  ]
}
