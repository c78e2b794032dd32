import Foundation
import PerennialInspection
import ReadableText

/// A transaction of the history, with the values before and after it that the file still has.
struct TransactionPage: Page {
  static let template = "transaction"

  /// A group of changes.
  struct Group: Sendable {
    let groupName: String
    let groupCount: String?
    let values: [Value]
    let hasValues: Bool
    let links: [Link]
    let hasLinks: Bool
    /// The number of objects or links that are not shown; nil if all are.
    let unnamed: String?
    /// The reason why the values are not shown; nil if they are.
    let problem: String?
  }

  /// A property of an object.
  struct Value: Sendable {
    let object: CellView
    let property: String
    let before: CellView
    let after: CellView
  }

  /// A link between two objects.
  struct Link: Sendable {
    let source: CellView
    let target: CellView
  }

  let frame: PageFrame
  let number: String
  let facts: [OverviewPage.Fact]
  let groups: [Group]
  /// The number of groups that are not shown; nil if all are.
  let moreGroups: String?
  let damage: String?

  private static let groupLimit = 20
  private static let limit = 20
  private static let time: Duration = .seconds(2)

  init(_ number: Int64, store: InspectedStore, studio: StudioStore) throws {
    guard let transaction = try store.transaction(number) else {
      throw MissingTransaction(number: number)
    }
    frame = PageFrame("Transaction \(number)", studio: studio, store: store, section: .history)
    self.number = "\(number)"
    facts = [
      OverviewPage.Fact(name: "Time", value: "\(transaction.time.studioText) UTC"),
      OverviewPage.Fact(name: "Author", value: transaction.author ?? "none"),
      OverviewPage.Fact(name: "Cause", value: transaction.cause),
      OverviewPage.Fact(name: "Process", value: transaction.process),
    ]
    groups = transaction.groups.prefix(Self.groupLimit).map {
      Self.group($0, of: transaction, store)
    }
    let rest = transaction.groups.count - groups.count
    moreGroups = rest == 0 ? nil : rest.of("group")
    damage = transaction.problem
  }

  private static func group(
    _ group: InspectedTransaction.Group, of transaction: InspectedTransaction,
    _ store: InspectedStore
  ) -> Group {
    var (values, links, problem): ([Value], [Link], String?) = ([], [], nil)
    do {
      try store.limited(to: time) {
        let isOfLinks = !group.targets.isEmpty
        links = isOfLinks ? self.links(group, store) : []
        values = try isOfLinks ? [] : self.values(of: group, in: transaction, from: store)
      }
    } catch {
      problem = (error as? InspectionError)?.description ?? "\(error)"
    }
    let rest = group.keys.count - limit
    return Group(
      groupName: group.heading, groupCount: group.countText, values: values,
      hasValues: !values.isEmpty, links: links, hasLinks: !links.isEmpty,
      unnamed: rest > 0 ? "and \(rest.grouped) more" : nil, problem: problem)
  }

  private static func values(
    of group: InspectedTransaction.Group, in transaction: InspectedTransaction,
    from store: InspectedStore
  ) throws -> [Value] {
    guard let entity = group.entity else { return [] }
    let objects = try store.changedObjects(of: group, in: transaction, limit: limit)
    let labels = (try? store.labels(of: entity, objects.map(\.key))) ?? [:]
    let properties = (try? store.details(of: entity).properties) ?? []
    return objects.flatMap { object -> [Value] in
      let view = CellView(object: object.key, entity, labels[object.key])
      if object.changes.isEmpty, group.kind == .delete {
        return [
          Value(
            object: view, property: "", before: .notStored,
            after: CellView(.noObject, destination: nil, store: store))
        ]
      }
      return object.changes.map { change in
        let destination = properties.last { $0.name == change.property }?.relationship
        let isCollection = destination?.isToMany == true
        return Value(
          object: view, property: change.property,
          before: CellView(change.before, destination: destination?.destination, store: store),
          after: isCollection
            ? CellView(text: "links", kind: "unknown")
            : CellView(change.after, destination: destination?.destination, store: store))
      }
    }
  }

  private static func links(
    _ group: InspectedTransaction.Group, _ store: InspectedStore
  ) -> [Link] {
    guard let entity = group.entity else { return [] }
    let properties = (try? store.details(of: entity).properties) ?? []
    let destination =
      properties.last { $0.name == group.properties.first }?.relationship?.destination ?? ""
    let pairs = Array(zip(group.keys, group.targets).prefix(limit))
    let sources = (try? store.labels(of: entity, pairs.map(\.0))) ?? [:]
    let targets = (try? store.labels(of: destination, pairs.map(\.1))) ?? [:]
    return pairs.map { source, target in
      Link(
        source: CellView(object: source, entity, sources[source]),
        target: CellView(object: target, destination, targets[target]))
    }
  }
}

extension CellView {
  fileprivate static let notStored = CellView(text: "not stored", kind: "unknown")

  /// - Parameter destination: The entity that the value refers to; nil for an attribute.
  fileprivate init(
    _ value: ChangedObject.Value, destination: String?, store: InspectedStore
  ) {
    switch value {
    case .known(let cell):
      var labels: [Int64: RowLabel] = [:]
      if let destination, case .key(let key) = cell.value {
        labels = (try? store.labels(of: destination, [key])) ?? [:]
      }
      self.init(cell, labels: labels)
    case .noObject: self.init(text: "no object", kind: "nil")
    case .changedBy(let number):
      self.init(
        text: "not stored: changed again by \(number)", kind: "unknown",
        link: Address.transaction(number).text)
    case .notStored: self = .notStored
    }
  }
}

/// The error for a transaction that was asked for and is not in the history.
struct MissingTransaction: Error {
  let number: Int64
}
