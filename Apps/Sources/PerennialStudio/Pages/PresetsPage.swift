import Foundation
import PerennialInspection
import ReadableText

/// The catalogs and the presets of a store.
struct PresetsPage: Page {
  static let template = "presets"

  struct Catalog: Sendable {
    let name: String
    let version: String
    let applied: String
  }

  /// A link that shows the presets of one state.
  struct State: Sendable {
    let name: String
    let count: String
    let address: String
    let isCurrent: Bool
  }

  struct Line: Sendable {
    let id: String
    let catalog: String
    let entity: String
    /// The address of the object; nil for a deleted preset.
    let address: String?
    let state: String
    let edits: String
  }

  let frame: PageFrame
  let hasCatalogs: Bool
  let catalogs: [Catalog]
  let states: [State]
  let presets: [Line]
  let isEmpty: Bool
  let previous: String?
  let next: String?
  let place: String

  private static let limit = 200

  init(state wanted: String, page: Int, _ store: InspectedStore, _ studio: StudioStore) throws {
    frame = PageFrame("Presets", studio: studio, store: store, section: .presets)
    let catalogs = try store.catalogs()
    hasCatalogs = catalogs != nil
    self.catalogs = (catalogs ?? []).map {
      Catalog(
        name: $0.name, version: $0.version.map(String.init) ?? "without a number",
        applied: "\($0.applied.studioText) UTC")
    }
    let all = catalogs == nil ? [] : try store.limited(to: .seconds(5)) { try store.presets() }
    let state = InspectedPreset.State(rawValue: wanted)
    let shown = all.filter { state == nil || $0.state == state }
    states =
      [State(name: "all", count: all.count.grouped, address: "/presets", isCurrent: state == nil)]
      + InspectedPreset.State.allCases.map { other in
        State(
          name: other.rawValue, count: all.count { $0.state == other }.grouped,
          address: Address("/presets").adding("state", other.rawValue).text,
          isCurrent: other == state)
      }
    // Presets are few: catalogs are written by hand.
    let first = min(max(0, page) * Self.limit, shown.count)
    let lines = shown.dropFirst(first).prefix(Self.limit)
    presets = lines.map(Line.init)
    isEmpty = presets.isEmpty
    let base = Address("/presets").adding("state", state?.rawValue)
    previous = first > 0 ? base.adding("page", page == 1 ? nil : "\(page - 1)").text : nil
    next = first + lines.count < shown.count ? base.adding("page", "\(page + 1)").text : nil
    place =
      lines.count == shown.count
      ? shown.count.of("preset")
      : "\((first + 1).grouped) to \((first + lines.count).grouped) of \(shown.count.of("preset"))"
  }
}

extension PresetsPage.Line {
  fileprivate init(_ preset: InspectedPreset) {
    (id, catalog, entity) = (preset.id, preset.catalog, preset.entity)
    state = preset.state.rawValue
    address =
      preset.state == .deleted
      ? nil : Address.row(of: preset.entity, key: preset.key).text
    edits =
      preset.deleted.map { "deleted \($0.studioText) UTC" }
      ?? preset.edits.map(\.field).joined(separator: ", ")
  }
}
