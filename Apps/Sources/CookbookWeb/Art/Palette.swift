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

  private init(ground: String, ink: String, accent: String, plate: String) {
    self.ground = ground
    self.ink = ink
    self.accent = accent
    self.plate = plate
  }

  private static let all = [
    Palette(ground: "#2f5d3a", ink: "#9cc27a", accent: "#e4572e", plate: "#fff8ec"),
    Palette(ground: "#1d4e89", ink: "#8fb8de", accent: "#f2b134", plate: "#f6f9ff"),
    Palette(ground: "#a63d2f", ink: "#f2a65a", accent: "#ffd166", plate: "#fff6ea"),
    Palette(ground: "#8a2846", ink: "#e58aa0", accent: "#f6c453", plate: "#fff5f4"),
    Palette(ground: "#0f6b6b", ink: "#7cc6b8", accent: "#ffb85c", plate: "#f3fffb"),
    Palette(ground: "#b8741a", ink: "#f4cf7d", accent: "#7c2d12", plate: "#fffaee"),
    Palette(ground: "#3c3a78", ink: "#a5a2e0", accent: "#f28b82", plate: "#f8f6ff"),
    Palette(ground: "#27455c", ink: "#88a9bf", accent: "#e9c46a", plate: "#f5fafc"),
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
