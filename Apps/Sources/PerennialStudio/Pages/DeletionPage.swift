import PerennialInspection
import ReadableText

/// The question whether an object is to be deleted, with all that its deletion changes.
struct DeletionPage: Page {
  static let template = "deletion"

  /// Objects of one entity, of which the first ones are named.
  struct Group: Sendable {
    let groupName: String
    let members: [CellView]
    /// The number of the objects that are not named; nil if all are.
    let unnamed: String?
  }

  let frame: PageFrame
  let entity: String
  let key: String
  let label: String
  let list: String
  let back: String
  /// The reason why the object cannot be deleted; nil if it can.
  let refusal: String?
  let deleted: [Group]
  let changed: [Group]
  let deletesOthers: Bool
  let changesOthers: Bool
  /// The number of links that end; nil if there are none.
  let links: String?
  /// The words of the button.
  let action: String

  /// The number of objects of an entity that are named.
  private static let limit = 20

  init(
    _ entity: String, key: Int64, by editor: StoreEditor, store: InspectedStore,
    studio: StudioStore
  ) throws {
    guard let row = try store.excerpt(of: entity, key: key, length: 200) else {
      throw MissingRow(entity: entity, key: key)
    }
    label = CellView.text(try store.label(of: row))
    frame = PageFrame(
      "Delete \(label) · \(entity)", studio: studio, store: store, entity: entity, isLive: false)
    (self.entity, self.key) = (entity, "\(key)")
    list = Address.rows(of: entity).text
    back = Address.row(of: entity, key: key).text
    let (preview, refusal) = try Self.preview(entity, key: key, by: editor)
    self.refusal = refusal
    deleted = try (preview?.deleted ?? []).map { try Self.group($0, store) }
    changed = try (preview?.changed ?? []).map { try Self.group($0, store) }
    (deletesOthers, changesOthers) = (!deleted.isEmpty, !changed.isEmpty)
    links = preview.flatMap { $0.links == 0 ? nil : $0.links.of("link") }
    let others = preview?.deleted.map(\.keys.count).reduce(0, +) ?? 0
    action = others == 0 ? "Delete" : "Delete \((others + 1).of("object"))"
  }

  private static func preview(
    _ entity: String, key: Int64, by editor: StoreEditor
  ) throws -> (DeletionPreview?, refusal: String?) {
    do {
      return (try editor.previewDeletion(of: entity, key: key), nil)
    } catch let error as EditError {
      return (nil, error.description)
    }
  }

  private static func group(
    _ group: DeletionPreview.Group, _ store: InspectedStore
  ) throws -> Group {
    let keys = group.keys.prefix(limit)
    let labels = try store.labels(of: group.entity, keys)
    let rest = group.keys.count - keys.count
    return Group(
      groupName: "\(group.entity): \(group.keys.count.of("object"))",
      members: keys.map { CellView(object: $0, group.entity, labels[$0]) },
      unnamed: rest == 0 ? nil : "and \(rest.grouped) more")
  }
}
