import Foundation
import PerennialSQLite

/// Creates objects from rows, whatever the class.
private class AnyObjectFactory {
  /// Returns the object of the current row, which the caller owns; nil if it is left out.
  func object(
    _ row: inout _Storage.Row, including extent: ObjectExtent
  ) throws -> UnsafeMutableRawPointer? { nil }
}

private final class TypedObjectFactory<Model: PersistentModel>: AnyObjectFactory {
  private let factory: ObjectFactory<Model>

  init(_ type: Model.Type, table: EntityTable, graph: ObjectGraph, mask: PropertyMask) {
    factory = ObjectFactory(type, table: table, graph: graph, mask: mask)
  }

  override func object(
    _ row: inout _Storage.Row, including extent: ObjectExtent
  ) throws -> UnsafeMutableRawPointer? {
    try factory.object(&row, including: extent)?.toOpaque()
  }
}

/// Creates the objects of a query whose rows are of several classes; see ``Hierarchy``.
struct HierarchyFactory {
  private struct Member {
    let name: [UInt8]
    let levels: RowLevels
    let factory: AnyObjectFactory
  }

  private let graph: ObjectGraph
  private let table: EntityTable
  private let members: [Member]
  /// The number of the previous row's class, which is most likely the class of the next row.
  private var last = 0

  init(_ family: Hierarchy, table: EntityTable, graph: ObjectGraph, mask: PropertyMask = .all) {
    self.graph = graph
    self.table = table
    members = zip(family.members, table.members).map { member, table in
      Member(
        name: member.name, levels: RowLevels(member.levels),
        factory: Self.factory(member.layout.type, table: table, graph: graph, mask: mask))
    }
  }

  private static func factory(
    _ type: any PersistentModel.Type, table: EntityTable, graph: ObjectGraph,
    mask: PropertyMask
  ) -> AnyObjectFactory {
    func open<Model: PersistentModel>(_ type: Model.Type) -> AnyObjectFactory {
      TypedObjectFactory(type, table: table, graph: graph, mask: mask)
    }
    return open(type)
  }

  /// Returns the objects of a query's rows, in order.
  mutating func objects(
    of rows: consuming RowCursor, including extent: ObjectExtent
  ) throws -> [AnyObject] {
    var objects = ObjectList()
    while try rows.next() {
      if let object = try object(&rows.row, including: extent) { objects.append(object) }
    }
    return objects.objects()
  }

  /// Returns the object of the current row, which the caller owns. The row's current column has the name of
  /// its entity.
  ///
  /// - Returns: Nil if the deletion of the object is pending and such objects are left out, or if the
  ///   object has a value that cannot be represented.
  mutating func object(
    _ row: inout _Storage.Row, including extent: ObjectExtent
  ) throws -> UnsafeMutableRawPointer? {
    guard let number = member(row) else { throw stranger(row) }
    last = number
    row.column += 1
    row.levels = members[number].levels
    return try members[number].factory.object(&row, including: extent)
  }

  private func member(_ row: _Storage.Row) -> Int? {
    guard let text = sqlite3_column_text(row.statement, row.column) else { return nil }
    let count = Int(sqlite3_column_bytes(row.statement, row.column))
    func isMember(_ number: Int) -> Bool {
      let name = members[number].name
      return name.count == count && memcmp(name, text, count) == 0
    }
    return isMember(last) ? last : members.indices.first(where: isMember)
  }

  /// Returns the error for a row whose entity the schema does not have. Another program has written it.
  private func stranger(_ row: _Storage.Row) -> SwiftDataError {
    var row = row
    let name = row.string()
    let rowID = row.int64()
    return .storeFailure.because(
      """
      the row \(rowID) of \(table.layout.tableName) belongs to the entity “\(name)”, which the schema \
      lacks
      """)
  }
}
