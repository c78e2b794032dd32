package import Foundation
import PerennialSQLite
import StoreTesting

package import PerennialAppleStores

/// A store as Core Data writes it: its model and its objects.
package struct SampleStore {
  package var model: StoredModel
  /// The objects with all attributes and to-one relationships.
  package var objects: [AppleRow] = []
  /// The references of to-many relationships, by `Entity.relationship` of the entity that declares them. Those of an
  /// inverse to-one relationship are in the objects.
  package var links: [String: [AppleLink]] = [:]
  package var identifier = UUID().uuidString
  /// The names of the entities in `Z_PRIMARYKEY`, where they differ from those of the model.
  package var formerNames: [String: String] = [:]
  package var hasCache = true
  package var transactions: [AppleTransaction] = []
  package var changes: [(transaction: Int64, change: AppleChange)] = []

  package init(
    model: StoredModel, objects: [AppleRow] = [], links: [String: [AppleLink]] = [:]
  ) {
    (self.model, self.objects, self.links) = (model, objects, links)
  }

  /// The names of the entities in the order of their numbers: alphabetical, with subentities behind their superentity.
  var numbered: [String] {
    model.entities.filter { $0.superentity == nil }.map(\.name).flatMap { model.family(of: $0) }
  }

  /// Returns the number of an entity.
  func number(of entity: String) -> Int64 {
    Int64(numbered.firstIndex(of: entity) ?? -2) + 1
  }

  /// Returns the table of an entity.
  func table(of entity: String) -> String { "Z" + model.root(of: entity).uppercased() }
}

/// The tables and columns of a sample store, by the documented rules and without the code that is tested.
private struct SampleLayout {
  let store: SampleStore
  /// The names of columns by the entity that declares a property and the path of a leaf.
  var columns: [String: String] = [:]
  /// The definitions of the columns of each table, in their order.
  var definitions: [String: [String]] = [:]

  init(_ store: SampleStore) {
    self.store = store
    for root in store.model.entities where root.superentity == nil { name(root.name) }
    for entity in store.model.entities {
      for relationship in entity.relationships
      where relationship.isToMany && relationship.inverse == nil && declares(entity, relationship) {
        definitions[store.table(of: relationship.destination)]?.append(
          "Z\(store.number(of: entity.name))\(relationship.name.uppercased()) INTEGER")
      }
      for relationship in entity.relationships
      where relationship.isToMany && relationship.isOrdered && declares(entity, relationship) {
        guard let inverse = inverse(of: relationship), !inverse.isToMany else { continue }
        let column = self.column(relationship.destination, [inverse.name])
        definitions[store.table(of: relationship.destination)]?.append(
          "Z_FOK_\(column.dropFirst()) INTEGER")
      }
    }
  }

  private mutating func name(_ root: String) {
    var counts: [String: Int] = [:]
    var columns: [String] = []
    func add(_ path: [String], _ entity: String, _ type: String) -> String {
      let name = "Z" + path.last!.uppercased()
      let number = counts[name, default: 0]
      counts[name] = number + 1
      let column = number == 0 ? name : "\(name)\(number)"
      columns.append("\"\(column)\" \(type)")
      return column
    }
    for entity in store.model.family(of: root).compactMap({ store.model[$0] }) {
      let attributes = entity.attributes.filter { attribute in
        store.model[entity.superentity ?? ""]?.attribute(attribute.name) == nil
      }
      let relationships = entity.relationships.filter { !$0.isToMany && declares(entity, $0) }
      let names = (attributes.map(\.name) + relationships.map(\.name)).sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      for name in names {
        if let attribute = attributes.first(where: { $0.name == name }) {
          for (path, type) in leaves(attribute, []) {
            self.columns["\(entity.name)/\(path.joined(separator: "/"))"] = add(
              path, entity.name, type)
          }
        } else if let relationship = relationships.first(where: { $0.name == name }) {
          let column = add([name], entity.name, "INTEGER")
          self.columns["\(entity.name)/\(name)"] = column
          if !store.model.subentities(of: relationship.destination).isEmpty {
            let number = store.number(of: store.model.root(of: relationship.destination))
            columns.append("\"Z\(number)_\(column.dropFirst())\" INTEGER")
          }
        }
      }
    }
    definitions[store.table(of: root)] =
      ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + columns
  }

  func leaves(
    _ attribute: StoredModel.Attribute, _ path: [String]
  ) -> [(path: [String], type: String)] {
    let path = path + [attribute.name]
    guard attribute.type != .composite else {
      return attribute.elements.flatMap { leaves($0, path) }
    }
    let type =
      switch attribute.type {
      case .integer, .boolean: "INTEGER"
      case .decimal: "DECIMAL"
      case .double, .float: "FLOAT"
      case .string, .url: "VARCHAR"
      case .date: "TIMESTAMP"
      default: "BLOB"
      }
    return [(path, type)]
  }

  func inverse(of relationship: StoredModel.Relationship) -> StoredModel.Relationship? {
    relationship.inverse.flatMap { store.model[relationship.destination]?.relationship($0) }
  }

  /// Returns `true` if an entity does not inherit a relationship.
  func declares(_ entity: StoredModel.Entity, _ relationship: StoredModel.Relationship) -> Bool {
    store.model[entity.superentity ?? ""]?.relationship(relationship.name) == nil
  }

  /// Returns the column of a property that an entity has or inherits.
  func column(_ entity: String, _ path: [String]) -> String {
    columns["\(entity)/\(path.joined(separator: "/"))"]
      ?? column(store.model[entity]!.superentity!, path)
  }
}

extension SampleStore {
  /// The files of a written store.
  package enum Journal {
    /// A file without a log, as after a clean end.
    case none
    /// All rows are in the write-ahead log. The file has the tables and the metadata.
    case log
    /// All contents are in the write-ahead log. The file has one page.
    case wholeLog
  }

  /// Writes the store to a file.
  package func write(to url: URL, journal: Journal = .none) throws {
    guard journal != .none else {
      let database = try RawDatabase(url)
      try database.run("PRAGMA synchronous = OFF")
      try database.run("BEGIN;" + statements.joined(separator: ";\n") + ";COMMIT")
      return
    }
    // The files are copied while SQLite has them open. Otherwise it would move the log into the file.
    let draft = url.deletingLastPathComponent().appendingPathComponent(UUID().uuidString)
    do {
      let database = try RawDatabase(draft)
      try database.run(
        "PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
      var parts = statements
      let count = parts.firstIndex { $0.hasPrefix("INSERT INTO Z_METADATA") } ?? 0
      if journal == .log {
        try database.run(parts[...count].joined(separator: ";\n"))
        try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        parts.removeFirst(count + 1)
      }
      try database.run("BEGIN;" + parts.joined(separator: ";\n") + ";COMMIT")
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: draft.path + suffix, toPath: url.path + suffix)
      }
      try database.run("SELECT 1")
    }
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: draft.path + suffix)
    }
  }

  /// The statements that write the store. The schema and the metadata are first.
  private var statements: [String] {
    let layout = SampleLayout(self)
    var statements: [String] = []
    for (table, columns) in layout.definitions.sorted(by: { $0.key < $1.key }) {
      statements.append("CREATE TABLE \"\(table)\" (\(columns.joined(separator: ", ")))")
      statements.append("CREATE INDEX \"\(table)_Z_ENT_INDEX\" ON \"\(table)\" (Z_ENT)")
    }
    let joins = joinTables(layout)
    statements += joins.values.sorted()
    statements += [
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
      "CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB)",
      "CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB)",
      "CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
    ]
    if hasCache { statements.append("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)") }
    statements.append("INSERT INTO Z_METADATA VALUES (1, '\(identifier)', \(literal(metadata)))")
    if hasCache {
      let cache = deflated(ModelArchiver.archive(model))
      statements.append("INSERT INTO Z_MODELCACHE VALUES (\(literal(cache)))")
    }
    for name in numbered {
      let superentity = model[name]?.superentity.map { number(of: $0) } ?? 0
      let greatest =
        objects.filter { table(of: $0.entity) == table(of: name) }.map(\.key).max() ?? 0
      statements.append(
        """
        INSERT INTO Z_PRIMARYKEY VALUES (\(number(of: name)), '\(formerNames[name] ?? name)', \
        \(superentity), \(superentity == 0 ? greatest : 0))
        """)
    }
    statements += objects.map { insertion(of: $0, layout) }
    for (key, links) in links.sorted(by: { $0.key < $1.key }) {
      statements += self.statements(for: links, of: key, layout)
    }
    return statements + history
  }

  private var metadata: Data {
    let hashes = model.entities.compactMap { entity in
      entity.versionHash.map { (entity.name, ListValue.data($0)) }
    }
    return ListValue.fields([
      ("NSPersistenceFrameworkVersion", .integer(1344)),
      ("NSStoreModelVersionHashes", .fields(hashes)),
      (
        "NSStoreModelVersionIdentifiers", .array(model.versionIdentifiers.map { .text($0) })
      ),
      ("NSStoreType", .text("SQLite")), ("com.example.key", .text("value")),
    ]).propertyList
  }

  private var history: [String] {
    var strings: [String] = []
    func number(_ text: String?) -> String {
      guard let text else { return "NULL" }
      if let index = strings.firstIndex(of: text) { return "\(index + 1)" }
      strings.append(text)
      return "\(strings.count)"
    }
    let transactions = self.transactions.map { transaction in
      """
      INSERT INTO ATRANSACTION VALUES (\(transaction.number), 16002, 1, \(number(transaction.author)), \
      \(number(transaction.bundle)), \(number(transaction.contextName)), \(number(transaction.process)), \
      \(transaction.date.timeIntervalSinceReferenceDate), NULL, NULL, NULL, NULL, NULL)
      """
    }
    let names = strings.enumerated().map { index, text in
      "INSERT INTO ATRANSACTIONSTRING VALUES (\(index + 1), 16003, 1, \(literal(text)))"
    }
    return transactions + names
      + changes.map { transaction, change -> String in
        let kind =
          switch change.kind {
          case .insertion: 0
          case .update: 1
          case .deletion: 2
          case .other(let number): Int(number)
          }
        return """
          INSERT INTO ACHANGE VALUES (\(change.number), 16001, 1, \(kind), \
          \(change.object.map { self.number(of: $0.entity) } ?? 999), \(change.object?.key ?? 0), \
          \(transaction), NULL)
          """
      }
  }

  // MARK: Rows

  private func insertion(of object: AppleRow, _ layout: SampleLayout) -> String {
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
    var values = ["\(object.key)", "\(number(of: object.entity))", "\(object.saveCount)"]
    func add(_ value: AppleValue, _ attribute: StoredModel.Attribute, _ path: [String]) {
      let path = path + [attribute.name]
      if attribute.type == .composite {
        for element in attribute.elements {
          add(value == .null ? .null : value[element.name] ?? .null, element, path)
        }
      } else {
        columns.append("\"\(layout.column(object.entity, path))\"")
        values.append(stored(value, attribute.type))
      }
    }
    for field in object.values {
      add(field.value, model[object.entity]!.attribute(field.name)!, [])
    }
    for field in object.references {
      guard case .reference(let reference) = field.value else { continue }
      let column = layout.column(object.entity, [field.name])
      columns.append("\"\(column)\"")
      values.append("\(reference.key)")
      let destination = model[object.entity]!.relationship(field.name)!.destination
      if !model.subentities(of: destination).isEmpty {
        columns.append("\"Z\(number(of: model.root(of: destination)))_\(column.dropFirst())\"")
        values.append("\(number(of: reference.entity))")
      }
    }
    return """
      INSERT INTO "\(table(of: object.entity))" (\(columns.joined(separator: ", "))) \
      VALUES (\(values.joined(separator: ", ")))
      """
  }

  private func stored(_ value: AppleValue, _ type: StoredModel.AttributeType) -> String {
    if value == .null { return "NULL" }
    if type == .transformable {
      if case .data(let data) = value { return literal(data) }
      return literal(ArchiveWriter.archive(value))
    }
    switch value {
    case .bool(let bool): return bool ? "1" : "0"
    case .integer(let integer): return "\(integer)"
    case .real(let real): return "\(real)"
    case .decimal(let decimal): return "\(decimal)"
    case .text(let text), .url(let text): return literal(text)
    case .date(let date):
      let seconds = date.timeIntervalSinceReferenceDate
      return Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    case .data(let data): return literal(data)
    case .uuid(let uuid): return literal(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    default: return "NULL"
    }
  }

  private func literal(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }

  private func literal(_ data: Data) -> String {
    "x'" + data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
  }

  // MARK: References

  /// Returns the statements that create the join tables, by `Entity.relationship` of both sides.
  private func joinTables(_ layout: SampleLayout) -> [String: String] {
    var tables: [String: String] = [:]
    for entity in model.entities {
      for relationship in entity.relationships where layout.declares(entity, relationship) {
        guard let join = joinTable(entity.name, relationship, layout) else { continue }
        let columns = join.columns.map { "\($0) INTEGER" } + join.orders.map { "\($0) INTEGER" }
        tables[join.table] =
          """
          CREATE TABLE \(join.table) (\(columns.joined(separator: ", ")), \
          PRIMARY KEY (\(join.columns.joined(separator: ", "))))
          """
      }
    }
    return tables
  }

  /// The join table of a relationship: the column of the owner's key and that of the referenced key.
  private func joinTable(
    _ entity: String, _ relationship: StoredModel.Relationship, _ layout: SampleLayout
  ) -> (table: String, columns: [String], orders: [String])? {
    guard relationship.isToMany, let inverse = layout.inverse(of: relationship), inverse.isToMany
    else { return nil }
    let (owner, target) = (number(of: entity), number(of: relationship.destination))
    let ownColumn = "\(owner)\(inverse.name.uppercased())"
    let otherColumn = "\(target)\(relationship.name.uppercased())"
    let isFirst = (owner, relationship.name) <= (target, inverse.name)
    let table =
      isFirst
      ? "Z_\(owner)\(relationship.name.uppercased())" : "Z_\(target)\(inverse.name.uppercased())"
    var orders: [String] = []
    if relationship.isOrdered { orders.append("Z_FOK_\(otherColumn)") }
    if inverse.isOrdered { orders.append("Z_FOK_\(ownColumn)") }
    return (table, ["Z_\(ownColumn)", "Z_\(otherColumn)"], orders)
  }

  private func statements(
    for links: [AppleLink], of key: String, _ layout: SampleLayout
  ) -> [String] {
    let parts = key.split(separator: ".").map(String.init)
    guard let relationship = model[parts[0]]?.relationship(parts[1]) else { return [] }
    if let join = joinTable(parts[0], relationship, layout) {
      // The references of the other direction are the same rows.
      if relationship.name.hasPrefix("owner") { return [] }
      return links.map { link in
        let isOrdered = relationship.isOrdered
        return """
          INSERT INTO \(join.table) (\((join.columns + (isOrdered ? [join.orders[0]] : [])).joined(separator: ", "))) \
          VALUES (\(link.owner), \(link.target.key)\(isOrdered ? ", \(link.position ?? 0)" : ""))
          """
      }
    }
    return links.compactMap { link in
      let table = table(of: link.target.entity)
      if let inverse = layout.inverse(of: relationship) {
        // The to-one relationship of the referenced object is in its row.
        guard let position = link.position else { return nil }
        let column = layout.column(relationship.destination, [inverse.name]).dropFirst()
        return
          "UPDATE \"\(table)\" SET \"Z_FOK_\(column)\" = \(position) WHERE Z_PK = \(link.target.key)"
      }
      let column = "Z\(number(of: parts[0]))\(relationship.name.uppercased())"
      return "UPDATE \"\(table)\" SET \"\(column)\" = \(link.owner) WHERE Z_PK = \(link.target.key)"
    }
  }
}
