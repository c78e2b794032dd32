/// Finds the objects that reference another one without an inverse.
struct OneWayReferrers {
  let graph: ObjectGraph

  /// Returns the objects that reference another one by a relationship without an inverse, and the properties
  /// of these relationships.
  ///
  /// Runs one query for each such relationship of the schema, and one for the objects that are not loaded.
  func referrers(
    to model: any PersistentModel, _ table: EntityTable
  ) -> [(any PersistentModel, PropertyLayout)] {
    var referrers: [(any PersistentModel, PropertyLayout)] = []
    let rowID = model._$header.pointee.rowID
    for owners in graph.tables {
      for property in owners.layout.ownProperties {
        guard let relationship = owners.layout.relationship(property.index),
          relationship.inverse == nil, table.layout.isKind(of: relationship.destination)
        else { continue }
        do {
          let keys = try keys(ofOwners: owners, of: rowID, relationship)
          let loaded = try graph.reader.load(owners, rowIDs: keys)
          referrers += withExtendedLifetime(loaded) {
            keys.compactMap(owners.find).map { ($0, relationship.property) }
          }
        } catch {
          Log.undo.error("\(owners.layout.entityName) could not be searched: \(error)")
        }
      }
    }
    return referrers
  }

  /// Returns the keys of the objects that may reference a row by a relationship.
  private func keys(
    ofOwners owners: EntityTable, of rowID: Int64, _ relationship: RelationshipLayout
  ) throws -> [Int64] {
    var keys: Set<Int64> = []
    if let sql = EntityLinks.owners(of: relationship, in: owners.layout) {
      keys = Set(try graph.reader.connection(owners.store).integers(sql, [.integer(rowID)]))
    }
    let index = relationship.property.index
    switch relationship.storage {
    case .column:
      for model in graph.pending.inserted + graph.pending.changed
      where owners.admits(model) && model.toOne(index).rowID == rowID {
        keys.insert(model._$header.pointee.rowID)
      }
    case .joinTable(let join):
      for link in graph.pending.links.keys where link.table == join.name {
        let (owner, target) =
          join.isSource ? (link.source, link.target) : (link.target, link.source)
        if target == rowID { keys.insert(owner) }
      }
    case .inverseColumn: break
    }
    return Array(keys)
  }
}
