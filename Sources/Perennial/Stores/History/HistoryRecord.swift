import Foundation

/// The changes of one transaction, as the history stores them: groups of objects with the same change.
package struct HistoryRecord: Sendable {
  package enum Kind: String, Sendable {
    case insert, update, delete
  }

  package struct Group: Sendable {
    package let entityName: String
    package let kind: Kind
    /// The names of the changed properties of an update that the object's row has.
    package internal(set) var properties: [String] = []
    /// The names of the to-many relationships whose links have changed, and which the row does not have.
    package internal(set) var collections: [String] = []
    package internal(set) var rowIDs: [Int64]
    /// The keys among those of an update that new objects have turned out to be.
    package internal(set) var upserts: [Int64] = []
  }

  /// Changes to the links of a relationship, or to their order keys.
  package struct LinkGroup: Sendable {
    /// The entity and the relationship at the source of the links.
    package let entityName: String
    package let property: String
    package let kind: LinkChanges.Kind
    /// The links of a relationship with a join table.
    package internal(set) var pairs: [LinkChanges.Pair] = []
    /// The objects with a new order key beside their to-one relationship.
    package internal(set) var rowIDs: [Int64] = []
  }

  package internal(set) var groups: [Group] = []
  /// The changes to links. Those of join tables are first.
  package internal(set) var links: [LinkGroup] = []
  /// A Boolean value that indicates whether all objects were deleted.
  package internal(set) var isErasure = false
  /// A Boolean value that indicates whether a backup has replaced all contents.
  package internal(set) var isRestoration = false

  /// A Boolean value that indicates whether the former contents were deleted or replaced.
  var isReplacement: Bool { isErasure || isRestoration }

  var isEmpty: Bool { groups.isEmpty && links.isEmpty && !isReplacement }

  static let erasure = HistoryRecord(isErasure: true)
  static let restoration = HistoryRecord(isRestoration: true)

  package init(isErasure: Bool = false, isRestoration: Bool = false) {
    self.isErasure = isErasure
    self.isRestoration = isRestoration
  }

  // MARK: From a change set

  /// Creates the record of a change set.
  ///
  /// - Parameters:
  ///   - event: The changes of a save. It may list an object several times.
  ///   - upserts: The keys of inserted objects that are existing rows.
  init(_ event: ChangeSet, upserts: Set<Int64>, _ entities: [StoreEntity]) {
    for entity in entities {
      guard let changes = event.changes[entity.layout.entityName] else { continue }
      add(changes, upserts: upserts, of: entity)
    }
    if !event.links.isEmpty { add(event.links, entities) }
  }

  private mutating func add(_ changes: LinkChanges, _ entities: [StoreEntity]) {
    var orders: [LinkGroup] = []
    for entity in entities {
      let name = entity.layout.entityName
      for property in entity.positions {
        let reference = LinkChanges.Reference(entityName: name, property: property.name)
        guard let rowIDs = changes.reordered[reference] else { continue }
        orders.append(
          LinkGroup(entityName: name, property: property.name, kind: .order, rowIDs: rowIDs))
      }
      for property in entity.layout.ownProperties {
        guard case .joinTable(let join) = entity.layout.relationship(property.index)?.storage,
          join.isSource, let pairs = changes.pairs[join.name]
        else { continue }
        for kind in [LinkChanges.Kind.unlink, .link, .order] {
          guard let pairs = pairs[kind] else { continue }
          links.append(
            LinkGroup(entityName: name, property: property.name, kind: kind, pairs: pairs))
        }
      }
    }
    links += orders
  }

  private mutating func add(
    _ changes: ChangeSet.EntityChanges, upserts: Set<Int64>, of entity: StoreEntity
  ) {
    let name = entity.layout.entityName
    let inserted =
      upserts.isEmpty ? changes.inserted : changes.inserted.filter { !upserts.contains($0) }
    if !inserted.isEmpty {
      groups.append(Group(entityName: name, kind: .insert, rowIDs: inserted))
    }
    var updates: [(mask: PropertyMask, rowIDs: [Int64])] = []
    var last = 0
    for update in Self.merged(changes, inserted) {
      let mask = update.mask.intersection(entity.recorded)
      if mask.isEmpty { continue }
      if updates.indices.contains(last), updates[last].mask == mask {
        updates[last].rowIDs.append(update.rowID)
      } else if let known = updates.firstIndex(where: { $0.mask == mask }) {
        updates[known].rowIDs.append(update.rowID)
        last = known
      } else {
        last = updates.count
        updates.append((mask, [update.rowID]))
      }
    }
    for (mask, rowIDs) in updates {
      let properties = entity.layout.properties.filter {
        mask.contains(property: $0.index) && entity.recorded.contains(property: $0.index)
      }
      groups.append(
        Group(
          entityName: name, kind: .update,
          properties: properties.filter { $0.column != nil }.map(\.name),
          collections: properties.filter { $0.column == nil }.map(\.name), rowIDs: rowIDs,
          upserts: upserts.isEmpty ? [] : rowIDs.filter(upserts.contains)))
    }
    if !changes.deleted.isEmpty {
      groups.append(Group(entityName: name, kind: .delete, rowIDs: changes.deleted))
    }
  }

  /// Returns one update for each object that was neither inserted nor deleted.
  private static func merged(
    _ changes: ChangeSet.EntityChanges, _ inserted: [Int64]
  ) -> [ChangeSet.Update] {
    let updates = changes.updated
    if updates.isEmpty { return [] }
    let isPlain = zip(updates, updates.dropFirst()).allSatisfy { $0.rowID < $1.rowID }
    if isPlain, inserted.isEmpty, changes.deleted.isEmpty { return updates }
    var masks: [Int64: PropertyMask] = [:]
    var order: [Int64] = []
    for update in updates {
      if let known = masks[update.rowID] {
        masks[update.rowID] = known.union(update.mask)
      } else {
        masks[update.rowID] = update.mask
        order.append(update.rowID)
      }
    }
    for rowID in inserted { masks[rowID] = nil }
    for rowID in changes.deleted { masks[rowID] = nil }
    return order.compactMap { rowID in masks[rowID].map { .init(rowID: rowID, mask: $0) } }
  }

  // MARK: To a change set

  /// Returns the change set for the contexts of a program. Leaves out entities that the program does
  /// not have. If the program does not have a property, the change set includes all properties.
  func event(_ entities: [StoreEntity]) -> ChangeSet {
    var event = isRestoration ? ChangeSet.restoration : ChangeSet()
    event.isErasure = isErasure
    for group in groups {
      guard let layout = entities.first(where: { $0.layout.entityName == group.entityName })?.layout
      else { continue }
      switch group.kind {
      case .insert: event.changes[group.entityName, default: .init()].inserted += group.rowIDs
      case .delete: event.changes[group.entityName, default: .init()].deleted += group.rowIDs
      case .update:
        let mask = (group.properties + group.collections).reduce(PropertyMask()) { mask, name in
          mask.union(Self.property(named: name, in: layout)?.mask ?? .all)
        }
        event.changes[group.entityName, default: .init()].updated += group.rowIDs.map {
          .init(rowID: $0, mask: mask)
        }
      }
    }
    return event
  }

  /// Returns the property that has a name now, or had it originally.
  static func property(named name: String, in layout: ModelLayout) -> PropertyLayout? {
    layout.property(named: name) ?? layout.properties.first { $0.originalName == name }
  }
}
