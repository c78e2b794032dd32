import PerennialPresets

/// The versions of the catalog of random histories. A later version has other values, other links and more
/// presets.
enum LibraryCatalog {
  static let latest = 3

  static func version(_ version: Int) -> PresetCatalog {
    PresetCatalog("library", version: version) {
      Presets(id: \Chapter.name) { [Chapter("preface", number: version)] }
      Presets(id: \Label.name) { labels(version) }
      Presets(id: \Page.name) { pages(version) }
        .leavingToUser(\.rank)
    }
  }

  @Sendable private static func labels(_ version: Int) -> [Label] {
    ["short", "long", "rare"].prefix(version).map { Label($0, number: 10 * version) }
  }

  @Sendable private static func pages(_ version: Int) -> [Page] {
    let title = Page("title", number: 20 * version)
    title.chapter = Chapter("preface")
    title.labels = version == 2 ? [Label("long")] : [Label("short")]
    let index = Page("index", number: 30)
    index.remark = version > 1 ? "later" : nil
    index.extent = Extent(width: version, height: 1)
    guard version > 1 else { return [title, index] }
    let notes = Page("notes", number: 40 * version)
    notes.chapter = Chapter("preface")
    notes.labels = [Label("short"), Label("long")]
    return [title, index, notes]
  }
}
