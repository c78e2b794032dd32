/// A check for objects that would have to move to the table of another hierarchy, because the superclass of
/// their class has changed or is new.
struct MovedClassCheck: MigrationCheck {
  let before: EntityDescription
  let entity: EntityDescription

  func issue(on connection: Connection, store: String) throws -> MigrationIssue? {
    let (_, isShared) = try StoreMetadata.count(before, on: connection)
    let rows = isShared ? " WHERE \(TableSharing.condition([before.name]))" : ""
    let check = QueryCheck(
      entity: before.name, properties: [],
      reason: """
        its objects would have to move from the table \(before.table) to \(entity.table), because \
        it \(Self.kind(before)) and now \(Self.kind(entity)); give the class another name, and copy \
        its objects in a custom stage of a migration plan
        """,
      query: "SELECT _pk, NULL FROM \(SQLName.quoted(before.table))\(rows) ORDER BY _pk")
    return try check.issue(on: connection, store: store)
  }

  private static func kind(_ entity: EntityDescription) -> String {
    entity.superentity.map { "inherits from \($0)" } ?? "begins a hierarchy"
  }
}
