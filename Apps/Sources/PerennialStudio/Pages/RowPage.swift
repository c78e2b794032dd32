import Foundation
import PerennialInspection
import ReadableText

/// One object: its values, its relationships and what is known about it.
struct RowPage: Page {
  static let template = "row"

  /// An attribute or a to-one relationship.
  struct Value: Sendable {
    let name: String
    let type: String
    let cell: CellView
    /// A text that tells that the value is only the beginning.
    let note: String?
    /// The time at which the value of a preset was edited; nil if it was not edited.
    let edited: String?
  }

  /// A to-many relationship.
  struct Collection: Sendable {
    let name: String
    let destination: String
    let count: String
    let members: [CellView]
    let isEmpty: Bool
    let pager: Pager
  }

  /// A change in the history.
  struct Change: Sendable {
    let transaction: String
    let transactionAddress: String
    let time: String
    let kind: String
    let properties: String
    let author: String
    let process: String
    let cause: String
  }

  let frame: PageFrame
  let entity: String
  let key: String
  let label: String
  let list: String
  /// The address of the form for the object.
  let edit: String
  /// The address of the question whether the object is to be deleted.
  let deletion: String
  let values: [Value]
  let collections: [Collection]
  let changes: [Change]
  let hasHistory: Bool
  let isHistoryEmpty: Bool
  /// The reason why the history is not shown.
  let historyProblem: String?
  let olderChanges: String?
  let mark: PresetMark?
  let preset: [OverviewPage.Fact]
  let isPreset: Bool
  let sync: [OverviewPage.Fact]
  let isSynced: Bool

  private static let linkLimit = 20
  private static let changeLimit = 20
  private static let historyTime: Duration = .seconds(2)

  /// The positions in the lists of the page. One to-many relationship has a position; the others show their first
  /// objects.
  struct ListPositions: Sendable {
    let relationship: String
    let start: RowWindow.Start
    /// The number of the transaction before which changes are shown; nil for the latest ones.
    let before: Int64?
  }

  init(
    _ entity: String, key: Int64, positions: ListPositions, store: InspectedStore,
    studio: StudioStore
  ) throws {
    let details = try store.details(of: entity)
    guard let row = try store.excerpt(of: entity, key: key) else {
      throw MissingRow(entity: entity, key: key)
    }
    self.entity = entity
    self.key = "\(key)"
    label = try store.label(of: row).text ?? "\(entity) \(key)"
    list = Address.rows(of: entity).text
    edit = Address("/edit").adding("entity", entity).adding("key", "\(key)").text
    deletion = Address("/deletion").adding("entity", entity).adding("key", "\(key)").text
    frame = PageFrame("\(label) · \(entity)", studio: studio, store: store, entity: entity)
    let preset = row.isPreset ? try store.preset(of: entity, key: key) : nil
    mark = preset.map(PresetMark.init)
    values = Self.values(row, of: details, editsOf: preset, in: store)
    let address = Address.row(of: entity, key: key)
    collections = try details.properties.compactMap { property in
      guard let relationship = property.relationship, relationship.isToMany else { return nil }
      return try Self.collection(
        property.name, relationship: relationship, entity: entity, key: key,
        start: property.name == positions.relationship ? positions.start : .first, address: address,
        store: store)
    }
    let history = Self.history(of: entity, key: key, before: positions.before, in: store)
    (changes, hasHistory, historyProblem) = (history.changes, history.isKept, history.problem)
    isHistoryEmpty = changes.isEmpty && historyProblem == nil
    olderChanges =
      changes.count == Self.changeLimit
      ? changes.last.map { address.adding("changes", $0.transaction).text + "#history" } : nil
    self.preset = try preset.map { try Self.facts(of: $0, store) } ?? []
    isPreset = preset != nil
    sync = try store.syncState(key: key, isPreset: row.isPreset).map(Self.facts) ?? []
    isSynced = !sync.isEmpty
  }

  private static func values(
    _ row: RowExcerpt, of details: EntityDetails, editsOf preset: InspectedPreset?,
    in store: InspectedStore
  ) -> [Value] {
    row.cells.map { cell in
      let property = details.properties.last { $0.name == cell.name }
      var labels: [Int64: RowLabel] = [:]
      if let destination = property?.relationship?.destination, case .key(let key) = cell.value {
        labels = (try? store.labels(of: destination, [key])) ?? [:]
      }
      var note: String?
      if let size = cell.fullSize {
        note =
          if case .data = cell.value { nil } else { "The beginning of \(size.of("character"))." }
      }
      let edit = preset?.edits.first { $0.field == cell.name }
      let type = property.map { $0.type + ($0.isOptional ? "?" : "") } ?? ""
      return Value(
        name: cell.name, type: type, cell: CellView(cell, labels: labels), note: note,
        edited: edit.map { $0.time.map { "edited \($0.studioText) UTC" } ?? "edited" })
    }
  }

  private static func collection(
    _ name: String, relationship: RelationshipSummary, entity: String, key: Int64,
    start: RowWindow.Start, address: Address, store: InspectedStore
  ) throws -> Collection? {
    // A file may describe a relationship without its links.
    guard let counts = try? store.linkCounts(of: entity, [key], name) else { return nil }
    let window = try store.links(of: entity, key: key, name, start, limit: linkLimit)
    let keys = window.labels.first.flatMap { first in
      window.labels.last.map { (first.key, $0.key) }
    }
    return Collection(
      name: name, destination: relationship.destination, count: (counts[key] ?? 0).of("object"),
      members: window.labels.map {
        CellView(
          text: CellView.text($0), kind: "link",
          link: Address.row(of: $0.entity, key: $0.key).text)
      },
      isEmpty: window.labels.isEmpty,
      pager: Pager(
        address.adding("links", name), keys: keys, hasPrevious: window.hasPrevious,
        hasNext: window.hasNext, fragment: "#\(name)"))
  }

  private static func history(
    of entity: String, key: Int64, before transaction: Int64?, in store: InspectedStore
  ) -> (changes: [Change], isKept: Bool, problem: String?) {
    do {
      let changes = try store.limited(to: historyTime) {
        try store.changes(of: entity, key: key, before: transaction, limit: changeLimit)
      }
      return (changes?.map(Change.init) ?? [], changes != nil, nil)
    } catch {
      return ([], true, (error as? InspectionError)?.description ?? "\(error)")
    }
  }

  private static func facts(
    of preset: InspectedPreset, _ store: InspectedStore
  ) throws -> [OverviewPage.Fact] {
    let catalog = try store.catalogs()?.first { $0.name == preset.catalog }
    let edits = preset.edits.map { edit in
      edit.time.map { "\(edit.field), \($0.studioText) UTC" } ?? edit.field
    }
    return [
      OverviewPage.Fact(name: "Catalog", value: preset.catalog),
      OverviewPage.Fact(
        name: "Catalog version", value: catalog?.version.map(String.init) ?? "not numbered"),
      OverviewPage.Fact(name: "ID", value: preset.id),
      OverviewPage.Fact(name: "State", value: preset.state.rawValue),
      OverviewPage.Fact(
        name: "Edited fields", value: edits.isEmpty ? "none" : edits.joined(separator: "; ")),
    ]
  }

  private static func facts(_ state: RowSyncState) -> [OverviewPage.Fact] {
    var facts = [
      OverviewPage.Fact(name: "On the hub", value: state.isOnHub ? "yes" : "not yet"),
      OverviewPage.Fact(
        name: "Unsent changes",
        value: !state.hasUnsentChanges
          ? "none"
          : state.unsentFields.isEmpty ? "yes" : state.unsentFields.joined(separator: ", ")),
    ]
    if let refusal = state.refusal {
      facts.append(OverviewPage.Fact(name: "Refused by the hub", value: refusal))
    }
    if let reason = state.unwritten {
      facts.append(OverviewPage.Fact(name: "Not written", value: reason))
    }
    return facts
  }
}

extension RowPage.Change {
  fileprivate init(_ change: RowChange) {
    transaction = "\(change.transaction)"
    transactionAddress = Address.transaction(change.transaction).text
    time = change.time.studioText
    kind = change.kind?.rawValue ?? "unknown"
    properties = change.properties.joined(separator: ", ")
    author = change.author ?? ""
    process = change.process
    cause = change.cause
  }
}

/// The error for an object that was asked for and does not exist.
struct MissingRow: Error {
  let entity: String
  let key: Int64
}
