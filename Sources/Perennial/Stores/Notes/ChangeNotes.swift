/// The changes that other programs make in a synced store. They make no entries in the history.
///
/// Triggers note which rows, fields and links a statement has changed. The next write transaction of a program enters
/// the changes in the history, as those of its user, and removes the notes. So sync sends them. The connections of the
/// library leave no notes; see ``NoteSuppression``.
///
/// Only synced stores have these triggers: SQLite compiles them at each opening.
package enum ChangeNotes {
  package static let table = "\(NoteSuppression.prefix)changes"

  /// The change of a row, a field or a link that a note is of.
  enum Kind: String {
    case insert, update, delete, link, unlink
    /// Only order keys have changed.
    case order
  }

  package static func exist(on connection: Connection) throws -> Bool {
    try connection.uncountedInteger(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '\(table)'") != nil
  }

  /// Removes all notes.
  static func clear(on connection: Connection) throws {
    if try exist(on: connection) { try connection.run("DELETE FROM \(table)") }
  }

  /// Creates the table and the triggers that do not exist, inside a transaction.
  package static func install(on connection: Connection) throws {
    // The triggers read it.
    try HistoryTables.make(on: connection)
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(table) (entity TEXT NOT NULL, pk INTEGER NOT NULL, \
      history INTEGER NOT NULL, field TEXT NOT NULL, target INTEGER NOT NULL, kind TEXT NOT NULL, \
      former INTEGER, PRIMARY KEY (entity, pk, history, field, target)) STRICT, WITHOUT ROWID
      """)
    let entities = EntityDescription.tables(of: try StoreMetadata.descriptions(on: connection))
    let names = Set(
      try connection.strings("SELECT name FROM sqlite_master WHERE type = 'trigger'"))
    for trigger in triggers(of: entities) where !names.contains(trigger.name) {
      try connection.run(trigger.statement)
    }
  }

  // MARK: Triggers

  /// The beginning of the names. Earlier versions of the library remove the triggers of presets before they alter tables,
  /// so these have to look like them.
  private static let prefix = "\(PresetTables.triggerPrefix)note."

  /// Returns `true` if a trigger of this name notes changes.
  static func owns(trigger: String) -> Bool { trigger.hasPrefix(prefix) }

  private struct Trigger {
    let name: String
    let statement: String

    init(_ event: String, on table: String, when condition: String? = nil, _ notes: [String]) {
      name = "\(ChangeNotes.prefix)\(event.lowercased()).\(table)"
      statement = """
        CREATE TRIGGER \(SQLName.quoted(name)) AFTER \(event) ON \(SQLName.quoted(table)) \
        \(condition.map { "WHEN \($0) " } ?? "")BEGIN \(notes.joined(separator: " ")) END
        """
    }
  }

  private static func triggers(of entities: [EntityDescription]) -> [Trigger] {
    var joins: Set<StoreTables.JoinTable> = []
    return entities.flatMap { entity in
      rowTriggers(of: entity)
        + StoreTables.JoinTable.all(of: entity).filter { joins.insert($0).inserted }
        .flatMap(linkTriggers)
    }
  }

  /// Returns the triggers of an entity's table. Insertions and edits of presets have triggers of their own.
  private static func rowTriggers(of entity: EntityDescription) -> [Trigger] {
    var (edits, losses) = ([Value](), [Value(kind: .delete)])
    for property in entity.properties {
      guard let column = property.column?.name else { continue }
      let old = "old.\(SQLName.quoted(column))"
      edits.append(
        Value(
          kind: .update, field: column, former: property.isToOne ? old : nil,
          condition: "new.\(SQLName.quoted(column)) IS NOT \(old)"))
      guard property.isToOne else { continue }
      losses.append(
        Value(kind: .delete, field: column, former: old, condition: "\(old) IS NOT NULL"))
      if let position = property.relationship?.position.map(SQLName.quoted) {
        edits.append(
          Value(
            kind: .order, field: property.relationship?.position ?? "",
            condition: "new.\(position) IS NOT old.\(position)"))
      }
    }
    return [
      Trigger(
        "INSERT", on: entity.table, when: "new._pk > 0",
        [note([Value(kind: .insert)], of: entity.nameSQL(of: "new"), "new._pk")]),
      Trigger(
        "UPDATE", on: entity.table, when: "new._pk > 0 AND new._pk = old._pk",
        edits.isEmpty ? ["SELECT 1;"] : [note(edits, of: entity.nameSQL(of: "new"), "new._pk")]),
      Trigger("DELETE", on: entity.table, [note(losses, of: entity.nameSQL(of: "old"), "old._pk")]),
    ]
  }

  private static func linkTriggers(of join: StoreTables.JoinTable) -> [Trigger] {
    func link(_ kind: Kind, of row: String, where condition: String = "TRUE") -> String {
      note(
        [Value(kind: kind, target: "\(row).target", condition: condition)],
        of: SQLName.literal(join.name), "\(row).source")
    }
    let isOther = "new.source <> old.source OR new.target <> old.target"
    return [
      Trigger("INSERT", on: join.name, [link(.link, of: "new")]),
      Trigger(
        "UPDATE", on: join.name,
        [
          link(.unlink, of: "old", where: isOther), link(.link, of: "new", where: isOther),
          link(
            .order, of: "new",
            where: "new.position <> old.position OR new.inverse_position <> old.inverse_position"),
        ]),
      Trigger("DELETE", on: join.name, [link(.unlink, of: "old")]),
    ]
  }

  // MARK: Notes

  /// The SQL expressions of a note.
  private struct Value {
    let kind: Kind
    var field = ""
    var target = "0"
    var former: String?
    var condition = "TRUE"

    private var expressions: [String] {
      ["'\(kind.rawValue)'", SQLName.literal(field), target, former ?? "NULL", condition]
    }

    /// The query for the values. One row of `VALUES` alone would have columns with other names.
    static func rows(_ values: [Value]) -> String {
      guard let first = values.first else { return "" }
      let names = ["kind", "field", "target", "former", "is_changed"]
      let head = zip(first.expressions, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
      let rest = values.dropFirst().map { "(\($0.expressions.joined(separator: ", ")))" }
      return "SELECT \(head)"
        + (rest.isEmpty ? "" : " UNION ALL VALUES \(rest.joined(separator: ", "))")
    }
  }

  /// Returns the statement of a trigger that notes changes of a row. Of several notes of a field after one transaction of
  /// the history, the first stays.
  ///
  /// The conflict clause of the tool's statement would count in the trigger too, so that no insertion may conflict.
  private static func note(_ values: [Value], of entity: String, _ key: String) -> String {
    """
    INSERT INTO \(table) (entity, pk, history, field, target, kind, former) \
    SELECT \(entity), \(key), h.id, v.field, v.target, v.kind, v.former \
    FROM (\(Value.rows(values))) AS v, \
    (SELECT ifnull((\(HistoryTables.lastNumber)), 0) AS id) AS h \
    WHERE v.is_changed AND NOT EXISTS (SELECT 1 FROM \(table) AS n WHERE n.entity = \(entity) \
    AND n.pk = \(key) AND n.history = h.id AND n.field = v.field AND n.target = v.target);
    """
  }
}
