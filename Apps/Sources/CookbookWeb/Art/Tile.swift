/// One of the patterns a kitchen wall can be tiled with.
struct Tile {
  static let side = 40

  /// The pattern within a square of ``side`` units.
  let path: String
  /// A Boolean value that indicates whether every second tile is turned by a quarter.
  let isMirrored: Bool

  init(_ hash: StableHash) {
    var hash = hash
    path = Self.patterns[hash.next(Self.patterns.count)]
    isMirrored = hash.next(2) == 0
  }

  private static let patterns = [
    // Two quarter discs
    "M0 0h20a20 20 0 0 1-20 20zM40 40H20a20 20 0 0 1 20-20z",
    // A four-pointed star
    "M20 2l5 13 13 5-13 5-5 13-5-13-13-5 13-5z",
    // A leaf across the tile
    "M2 38C2 16 16 2 38 2c0 22-14 36-36 36z",
    // Petals towards the corners
    "M20 20C8 20 2 14 2 2c12 0 18 6 18 18zm0 0c12 0 18 6 18 18-12 0-18-6-18-18z",
    // Diamond with a hole
    "M20 3l17 17-17 17L3 20zm0 10l-7 7 7 7 7-7z",
    // Broad diagonal bands
    "M0 0h14L0 14zM26 0h14v0L0 40V26zM40 26v14H26z",
    // Quarter rings
    "M0 30a30 30 0 0 1 30-30H18A18 18 0 0 0 0 18zM0 10A10 10 0 0 0 10 0H0z",
    // Dots
    "M20 9a11 11 0 1 1 0 22 11 11 0 0 1 0-22zM0 0h6a6 6 0 0 1-6 6zM40 40h-6a6 6 0 0 1 6-6z",
    // Scales
    "M0 20a20 20 0 0 1 40 0h-8a12 12 0 0 0-24 0z"
      + "M0 40a20 20 0 0 1 20-20v8a12 12 0 0 0-12 12z"
      + "M20 28v-8a20 20 0 0 1 20 20h-8a12 12 0 0 0-12-12z",
  ]
}
