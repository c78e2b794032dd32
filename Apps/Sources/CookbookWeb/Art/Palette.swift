/// The four glazes of a tile.
struct Palette: Equatable {
  var ground: String
  var ink: String
  var accent: String
  var plate: String

  /// The palette that fits a cuisine; unknown cuisines share the palettes among them by name.
  init(cuisine: String) {
    let index = Self.regions.firstIndex { $0.contains(cuisine) }
    self = Self.all[index ?? StableHash(cuisine).pick(Self.all.count)]
  }

  private init(_ ground: String, _ ink: String, _ accent: String, _ plate: String) {
    self.ground = ground
    self.ink = ink
    self.accent = accent
    self.plate = plate
  }

  private static let all = [
    Palette("#2f5d3a", "#9cc27a", "#e4572e", "#fff8ec"),
    Palette("#1d4e89", "#8fb8de", "#f2b134", "#f6f9ff"),
    Palette("#a63d2f", "#f2a65a", "#ffd166", "#fff6ea"),
    Palette("#8a2846", "#e58aa0", "#f6c453", "#fff5f4"),
    Palette("#0f6b6b", "#7cc6b8", "#ffb85c", "#f3fffb"),
    Palette("#b8741a", "#f4cf7d", "#7c2d12", "#fffaee"),
    Palette("#3c3a78", "#a5a2e0", "#f28b82", "#f8f6ff"),
    Palette("#27455c", "#88a9bf", "#e9c46a", "#f5fafc"),
  ]

  private static let regions: [Set<String>] = [
    ["Italian", "Brazilian"],
    ["Greek", "British", "French"],
    ["Mexican", "Spanish", "Chinese", "West African"],
    ["Japanese", "Korean", "Ukrainian"],
    ["Thai", "Vietnamese", "Peruvian"],
    ["Indian", "Ethiopian", "American"],
    ["Moroccan", "Levantine", "Indonesian"],
    ["Nordic", "German", "Polish"],
  ]
}
