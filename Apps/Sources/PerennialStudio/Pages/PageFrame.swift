import Foundation
import PerennialInspection

/// The surroundings of a page's content.
struct PageFrame: Sendable {
  /// A place in the navigation.
  struct Item: Sendable {
    let name: String
    let address: String
    let isCurrent: Bool
    /// The number of the entity's objects; nil for other pages, and if nothing is known about it.
    var objectCount: String?
  }

  /// The pages that are not about an entity.
  enum Section: String, CaseIterable {
    case overview = "Overview"
    case presets = "Presets"
    case history = "History"
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

  /// The longest times for the count of one entity, and for the counts of all. Each page has these counts, so
  /// a large table has a lower bound.
  private static let countTime: Duration = .milliseconds(5)
  private static let totalTime: Duration = .milliseconds(30)

  /// - Parameters:
  ///   - store: The store whose entities the navigation lists; nil if it cannot be opened.
  ///   - entity: The entity that the page is about.
  ///   - counts: The numbers of objects by entity, if the page has counted them; nil to count them.
  init(
    _ title: String, studio: StudioStore, store: InspectedStore?, section: Section? = nil,
    entity: String? = nil, isLive: Bool = true, counts: [String: ObjectCount]? = nil
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
    let counts = counts ?? store.map(Self.counts) ?? [:]
    entities = (store?.entityNames ?? []).map {
      Item(
        name: $0, address: Address.rows(of: $0).text, isCurrent: $0 == entity,
        objectCount: counts[$0]?.text)
    }
  }

  /// Returns the numbers of objects by entity. Entities that cannot be counted are missing.
  private static func counts(_ store: InspectedStore) -> [String: ObjectCount] {
    let end = ContinuousClock.now + totalTime
    var counts: [String: ObjectCount] = [:]
    for name in store.entityNames {
      let left = max(.milliseconds(1), min(countTime, ContinuousClock.now.duration(to: end)))
      counts[name] = try? store.count(of: RowQuery(entity: name), within: left)
    }
    return counts
  }
}
