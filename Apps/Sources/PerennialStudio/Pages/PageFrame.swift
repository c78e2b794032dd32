import Foundation
import PerennialInspection

/// The surroundings of a page's content.
struct PageFrame: Sendable {
  /// A place in the navigation.
  struct Item: Sendable {
    let name: String
    let address: String
    let isCurrent: Bool
  }

  /// The pages that are not about an entity.
  enum Section: String, CaseIterable {
    case overview = "Overview"
    case presets = "Presets"
    case backups = "Backups"
    case sync = "Sync"
    case sql = "SQL"

    var path: String { self == .overview ? "/" : "/\(rawValue.lowercased())" }
  }

  let title: String
  let store: String
  let path: String
  let sections: [Item]
  let entities: [Item]
  let hasEntities: Bool
  /// `true` if the page has parts that follow the changes of the store.
  let isLive: Bool
  /// `true` if the studio edits the store.
  let isEditing: Bool
  /// The edit that can be undone, and the undone edit that can be made again.
  let undoing: EditHistory.Entry?
  let redoing: EditHistory.Entry?

  /// - Parameters:
  ///   - store: The store whose entities the navigation lists; nil if it cannot be opened.
  ///   - entity: The entity that the page is about.
  init(
    _ title: String, _ studio: StudioStore, _ store: InspectedStore?, section: Section? = nil,
    entity: String? = nil, isLive: Bool = true
  ) {
    self.title = title
    self.store = studio.url.lastPathComponent
    path = studio.url.path
    self.isLive = isLive
    isEditing = studio.edits != nil
    (undoing, redoing) = studio.edits?.ends ?? (nil, nil)
    sections = Section.allCases.map {
      Item(name: $0.rawValue, address: $0.path, isCurrent: $0 == section)
    }
    hasEntities = store?.entityNames.isEmpty == false
    entities = (store?.entityNames ?? []).map {
      Item(name: $0, address: Address.rows(of: $0).text, isCurrent: $0 == entity)
    }
  }
}
