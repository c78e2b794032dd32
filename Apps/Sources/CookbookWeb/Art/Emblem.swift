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
    id = "t-\(recipe.id)"
    palette = Palette(cuisine: recipe.cuisine)
    tile = Tile(StableHash(recipe.title))
    dish = Dish(recipe)
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
    let scale = Double(plateRadius) * 1.3 / 64
    let offset = Double(plateRadius) * 0.65
    shapes += """
      <circle cx='\(plateX)' cy='\(plateY + 4)' r='\(plateRadius + 2)' fill='#000' opacity='.22'/>\
      <circle cx='\(plateX)' cy='\(plateY)' r='\(plateRadius)' fill='\(palette.plate)'/>\
      <circle cx='\(plateX)' cy='\(plateY)' r='\(plateRadius - 6)' fill='none' \
      stroke='\(palette.ground)' stroke-opacity='.35' stroke-width='1.5'/>\
      <g transform='translate(\(Double(plateX) - offset) \(Double(plateY) - offset)) \
      scale(\(scale))'>\(dish.drawing(in: palette))</g>
      """
    return """
      <svg viewBox='0 0 \(width) \(height)' preserveAspectRatio='\(align)YMid slice' \
      aria-hidden='true' focusable='false'>\(shapes)</svg>
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
