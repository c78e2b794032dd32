import Foundation

/// A term of an order in SQL.
struct SortTerm {
  let sql: SQLExpression
  let isDescending: Bool
}

extension Translator {
  /// Returns the order of some descriptors, followed by the primary key. If SQL cannot express one
  /// of them, the order is by primary key alone and not exact.
  func order<T: PersistentModel>(
    by descriptors: [SortDescriptor<T>]
  ) -> (terms: [SortTerm], isExact: Bool) {
    let last = SortTerm(sql: row.key, isDescending: false)
    do {
      return (try descriptors.flatMap(terms) + [last], true)
    } catch {
      noteLeftover("the order: \(error)")
      return ([last], false)
    }
  }

  private func terms<T: PersistentModel>(for descriptor: SortDescriptor<T>) throws -> [SortTerm] {
    guard let keyPath = descriptor.keyPath else { throw Untranslatable("a custom comparison") }
    let (sql, form, type) = try column(at: keyPath)
    let isDescending = descriptor.order == .reverse
    switch form {
    case .text where descriptor.stringComparator == nil:
      return [SortTerm(sql: .collated(sql, .localizedStandard), isDescending: isDescending)]
    case .unsigned:
      // The numbers that look negative are the greatest.
      return [
        SortTerm(sql: .binary(.less, sql, .literal(0)), isDescending: isDescending),
        SortTerm(sql: sql, isDescending: isDescending),
      ]
    case _ where form.isOrdered:
      return [SortTerm(sql: sql, isDescending: isDescending)]
    case .rawValue:
      guard let ranks = CaseTable.ranks(of: type) else {
        throw Untranslatable("\(keyPath), whose order only its type knows")
      }
      return [SortTerm(sql: .lookup(sql, ranks), isDescending: isDescending)]
    default: throw Untranslatable("\(keyPath), whose order only its type knows")
    }
  }

  /// Returns the column at the end of a key path, which may pass through to-one relationships.
  func column(
    at keyPath: AnyKeyPath
  ) throws -> (SQLExpression, ValueForm, any Any.Type) {
    let route = try KeyPathRoute(keyPath, from: row.layout)
    var row = row
    for relationship in route.relationships { row = try row.related(relationship) }
    switch route.end {
    case .identifier:
      return (row.key, row.identity, PersistentIdentifier.self)
    case .property(let property):
      return (try row.column(property), ValueForm(property), property.wrappedType)
    }
  }
}
