import CookbookModel

/// The picture of a recipe: a plate with its dish on a wall of tiles, glazed for its cuisine.
///
/// It is drawn from the recipe alone, so the same recipe looks the same everywhere. No text of the
/// recipe gets into it.
struct Emblem {
  private let palette: Palette
  private let tile: Tile
  private let dish: Dish
  /// Names the tile within its page.
  private let id: String

  init(_ recipe: RecipeSummary) {
    self.init(
      RecipeLabel(
        id: recipe.id, title: recipe.title, cuisine: recipe.cuisine, tags: recipe.tags.map(\.name)))
  }

  init(_ recipe: RecipeLabel) {
    id = "t-\(recipe.id)"
    palette = Palette(cuisine: recipe.cuisine)
    tile = Tile(StableHash(recipe.title))
    dish = Dish(title: recipe.title, tags: recipe.tags)
  }

  /// The plate without tiles, for rows of which a page has many.
  var plate: String {
    """
    <svg viewBox='0 0 120 120' preserveAspectRatio='xMidYMid slice' aria-hidden='true' \
    focusable='false'><rect width='120' height='120' fill='\(palette.ground)'/>\
    \(plate(x: 60, y: 60, radius: 44))</svg>
    """
  }

  /// The emblem for a card, 3:2, with the plate in the middle.
  var card: String {
    svg(columns: 6, rows: 4, plateX: 120, plateY: 80, plateRadius: 52, align: "xMid")
  }

  /// The emblem for the head of a page, wide, with the plate at the right.
  var banner: String {
    svg(columns: 16, rows: 4, plateX: 540, plateY: 80, plateRadius: 62, align: "xMax")
  }

  private func svg(
    columns: Int,
    rows: Int,
    plateX: Int,
    plateY: Int,
    plateRadius: Int,
    align: String
  ) -> String {
    let width = columns * Tile.side
    let height = rows * Tile.side
    var shapes = """
      <pattern id='\(id)' width='80' height='80' \
      patternUnits='userSpaceOnUse'>\(fourTiles)</pattern>\
      <rect width='\(width)' height='\(height)' fill='\(palette.ground)'/>\
      <rect width='\(width)' height='\(height)' fill='url(#\(id))' opacity='.55'/>
      """
    shapes += plate(x: plateX, y: plateY, radius: plateRadius)
    return """
      <svg viewBox='0 0 \(width) \(height)' preserveAspectRatio='\(align)YMid slice' \
      aria-hidden='true' focusable='false'>\(shapes)</svg>
      """
  }

  private func plate(x: Int, y: Int, radius: Int) -> String {
    let scale = Double(radius) * 1.3 / 64
    let offset = Double(radius) * 0.65
    return """
      <circle cx='\(x)' cy='\(y + 4)' r='\(radius + 2)' fill='#000' opacity='.22'/>\
      <circle cx='\(x)' cy='\(y)' r='\(radius)' fill='\(palette.plate)'/>\
      <circle cx='\(x)' cy='\(y)' r='\(radius - 6)' fill='none' \
      stroke='\(palette.ground)' stroke-opacity='.35' stroke-width='1.5'/>\
      <g transform='translate(\(Double(x) - offset) \(Double(y) - offset)) \
      scale(\(scale))'>\(dish.drawing(in: palette))</g>
      """
  }

  /// Two by two tiles, every second one turned if the pattern asks for it.
  private var fourTiles: String {
    let turn = tile.isMirrored ? " rotate(90 20 20)" : ""
    let places = [("0 0", ""), ("40 0", turn), ("0 40", turn), ("40 40", "")]
    return places.reduce(into: "") { tiles, place in
      tiles += """
        <path fill='\(palette.ink)' transform='translate(\(place.0))\(place.1)' d='\(tile.path)'/>
        """
    }
  }
}
