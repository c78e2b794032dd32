import Foundation
import Testing

/// The table “Layers” of Documentation/Architecture.md: the folders from the bottom to the top.
struct LayerTable {
  let folders: [String]
  let arrows: Set<FolderUses.Arrow>

  init() throws {
    let url = FolderUses.root.appendingPathComponent("../../Documentation/Architecture.md")
    let text = try String(contentsOf: url.standardized, encoding: .utf8)
    let heading = try #require(text.range(of: "\n| Layer | Contents | May use |\n|---|---|---|\n"))
    var (folders, arrows): ([String], Set<FolderUses.Arrow>) = ([], [])
    for row in text[heading.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(while: { $0.hasPrefix("| ") })
    {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let user = try #require(cells.first).replacing("`", with: "")
      folders.append(user)
      let used = try #require(cells.last).split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "") }
        .filter { $0 != "–" }
      arrows.formUnion(used.map { FolderUses.Arrow(user: user, used: $0) })
    }
    (self.folders, self.arrows) = (folders, arrows)
  }

  /// The sets of folders that reach each other.
  var cycles: [Set<String>] {
    var reached = Dictionary(uniqueKeysWithValues: folders.map { ($0, Set([$0])) })
    for _ in folders {
      for arrow in arrows {
        let further = reached[arrow.used] ?? []
        reached[arrow.user]?.formUnion(further)
      }
    }
    let cycles = folders.map { folder in
      Set(
        folders.filter {
          reached[folder]?.contains($0) ?? false
            && reached[$0]?.contains(folder) ?? false
        })
    }
    return Array(Set(cycles.filter { $0.count > 1 }))
  }
}
