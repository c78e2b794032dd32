import Perennial
import PerennialPresets
import PerennialRecords

/// The catalog of the simulated app in its three versions: tags and recipes.
enum Larder {
  struct Preset: Sendable {
    let name: RecordName
    let catalogVersion: CatalogVersion<Content>
    /// The name of the preset before it got another ID.
    var former: RecordName?
  }

  static let home = RecordName("p.Tag.home")
  static let old = RecordName("p.Tag.old")
  static let new = RecordName("p.Tag.new")
  static let soup = RecordName("p.Recipe.soup")
  static let stew = RecordName("p.Recipe.stew")

  static let versions = 3
  static let numberFields = ["title", "rank"]
  static let referenceField = "tag"
  static let linkField = "tags"
  static let entities = ["Tag", "Recipe"]

  /// The presets that versions 1 to 3 offer.
  static let presets: [[Preset]] = [[], first, second, third]

  static func entity(of name: RecordName) -> String {
    name.rawValue.contains("Tag") ? "Tag" : "Recipe"
  }

  /// `old` and `soup` are there from the first version on, `old` is retired by the third one, which
  /// calls the soup a stew.
  private static let first = [
    Preset(name: home, catalogVersion: edition(1, title: [1])),
    Preset(name: old, catalogVersion: edition(1, title: [10])),
    Preset(name: soup, catalogVersion: edition(1, title: [20], tag: [home], tags: [[home, old]])),
  ]

  private static let second = [
    Preset(name: home, catalogVersion: edition(2, title: [1, 2])),
    Preset(name: old, catalogVersion: edition(2, title: [10])),
    Preset(name: new, catalogVersion: edition(2, title: [30])),
    Preset(
      name: soup,
      catalogVersion: edition(
        2, title: [20, 21], tag: [home, old], tags: [[home, old], [old, new]])),
  ]

  private static let third = [
    Preset(name: home, catalogVersion: edition(3, title: [1, 2], rank: [0, 3])),
    Preset(name: old, catalogVersion: edition(3, title: [10], isRetired: true)),
    Preset(name: new, catalogVersion: edition(3, title: [30, 31])),
    Preset(
      name: stew,
      catalogVersion: edition(
        3, title: [20, 21, 22], tag: [home, old, home],
        tags: [[home, old], [old, new], [home, new]]),
      former: soup),
  ]

  /// An edition whose defaults are the last ones of those given; the others are former ones.
  private static func edition(
    _ version: Int,
    title: [Int],
    rank: [Int] = [0],
    tag: [RecordName] = [],
    tags: [[RecordName]] = [],
    isRetired: Bool = false
  ) -> CatalogVersion<Content> {
    var values: [String: Content] = [:]
    values["title"] = title.last.map { .number($0) }
    values["rank"] = rank.last.map { .number($0) }
    values["tag"] = tag.last.map { .reference($0) }
    var former: [String: Set<Content>] = [:]
    former["title"] = Set(title.dropLast().map { .number($0) })
    former["rank"] = Set(rank.dropLast().map { .number($0) })
    former["tag"] = Set(tag.dropLast().map { .reference($0) })
    return CatalogVersion(
      version: version, values: values, links: tags.last.map { ["tags": $0] } ?? [:],
      formerValues: former.filter { !$0.value.isEmpty },
      formerLinks: tags.count > 1 ? ["tags": Set(tags.dropLast().joined())] : [:],
      isRetired: isRetired)
  }
}
