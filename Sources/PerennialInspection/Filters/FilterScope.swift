import Perennial

/// The properties that a filter of an entity can name.
struct FilterScope {
  /// The left side of a comparison.
  enum Term {
    /// An attribute. If the path has relationships, the value is nil if one of them is.
    case attribute(Field, sql: String, isChained: Bool, swift: SwiftPath, type: StoredForm?)
    /// The primary key of an object.
    case key(sql: String)
    /// A to-one relationship.
    case reference(sql: String, swift: SwiftPath)
    /// The number of objects of a to-many relationship.
    case count(sql: String, swift: SwiftPath)
  }

  let store: InspectedStore
  let entity: String
  let shape: RowShape

  /// Returns the term for a path of names, such as `recipe.title`.
  ///
  /// - Throws: ``FilterError``.
  func term(_ path: [(name: String, position: Int)]) throws -> Term {
    var object = PathObject(
      entity: entity, shape: shape, prefix: SQLName.quoted(shape.table), isChained: false, depth: 0)
    for (index, step) in path.enumerated() {
      let isLast = index == path.count - 1
      if let field = object.shape.properties.last(where: { $0.name == step.name }) {
        let sql = object.value(field.column)
        let property = property(step.name, of: object.entity)
        let swift = object.swift.appending(step.name, isOptional: property?.isOptional ?? true)
        guard field.kind == .reference else {
          if !isLast {
            throw FilterError(
              position: path[index + 1].position,
              reason: "“\(step.name)” is an attribute: an operator was expected after it.")
          }
          // A type of the program may accept other values than its form.
          let type = property?.value.flatMap { $0.type == nil ? $0.form : nil }
          return .attribute(
            field, sql: sql, isChained: object.isChained, swift: swift, type: type)
        }
        if isLast { return .reference(sql: sql, swift: swift) }
        object = try destination(of: step, from: object, key: sql, swift)
        continue
      }
      let queries = store.linkQueries(ofEntity: object.entity)
      if let links = queries.last(where: { $0.name == step.name }) {
        guard index + 2 == path.count, path[index + 1].name == "count" else {
          throw FilterError(
            position: step.position,
            reason: "“\(step.name)” is a to-many relationship: write “\(step.name).count”.")
        }
        let alias = "f\(object.depth + 1)"
        let own = "\(alias).\(links.own)"
        return .count(
          sql: """
            (SELECT count(*) FROM \(links.table) AS \(alias) \
            WHERE \(own) = \(object.value(SQLName.primaryKey)))
            """,
          swift: object.swift.appending(
            step.name,
            isOptional: property(step.name, of: object.entity)?.isOptional ?? true))
      }
      if step.name == "key", isLast { return .key(sql: object.value(SQLName.primaryKey)) }
      throw unknown(step, in: object.entity)
    }
    throw FilterError(position: 0, reason: "A property was expected.")
  }

  /// The object whose properties a path names at one of its steps.
  private struct PathObject {
    let entity: String
    let shape: RowShape
    /// The table of the object, or the alias of it.
    let prefix: String
    let isChained: Bool
    let depth: Int
    /// The SQL of the object's key, if it isn't the object of the query.
    var key: String?
    /// The object in a predicate.
    var swift = SwiftPath()

    /// Returns the SQL of a column's value.
    func value(_ column: String) -> String {
      let name = "\(prefix).\(SQLName.quoted(column))"
      guard let key else { return name }
      return """
        (SELECT \(name) FROM \(SQLName.quoted(shape.table)) AS \(prefix) \
        WHERE \(prefix).\(SQLName.primaryKey) = \(key))
        """
    }
  }

  private func destination(
    of step: (name: String, position: Int), from object: PathObject, key: String, _ swift: SwiftPath
  ) throws -> PathObject {
    guard let name = property(step.name, of: object.entity)?.relationship?.destination,
      store.schema[name] != nil
    else { throw unknown(step, in: object.entity) }
    return PathObject(
      entity: name, shape: try store.shape(ofEntity: name), prefix: "f\(object.depth + 1)",
      isChained: true, depth: object.depth + 1, key: key, swift: swift)
  }

  private func property(_ name: String, of entity: String) -> PropertyDescription? {
    let lineage = store.schema[entity].map(store.schema.lineage) ?? []
    return lineage.flatMap(\.properties).last { $0.name == name }
  }

  private func unknown(_ step: (name: String, position: Int), in entity: String) -> FilterError {
    let lineage = store.schema[entity].map(store.schema.lineage) ?? []
    let names = lineage.flatMap(\.properties).map(\.name) + ["key"]
    let near = nearestName(to: step.name, among: names)
    let advice =
      near.map { "Did you mean “\($0)”?" }
      ?? "One of these was expected: \(names.joined(separator: ", "))."
    return FilterError(
      position: step.position, reason: "\(entity) has no property “\(step.name)”. \(advice)",
      suggestion: near.map { FilterError.Suggestion(unknown: step.name, name: $0) })
  }
}
