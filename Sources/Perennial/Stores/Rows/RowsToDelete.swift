/// The rows that a batch deletion deletes, inside its transaction. Of each table these are no rows, all
/// rows, or the rows whose keys are in a temporary table.
struct RowsToDelete {
  private static let keys = "temp.\"_perennial_doomed\""

  private let connection: Connection
  /// The tables with keys in the temporary table.
  private var listed: Set<Int> = []
  private var whole: Set<Int> = []

  init(_ connection: Connection) throws {
    self.connection = connection
    // Keys that are added later have greater numbers.
    try connection.run(
      """
      CREATE TEMP TABLE IF NOT EXISTS "_perennial_doomed" \
      (number INTEGER PRIMARY KEY, entity INTEGER NOT NULL, pk INTEGER NOT NULL, UNIQUE (entity, pk))
      """
    )
    try clear()
  }

  /// Empties the temporary table.
  func clear() throws { try connection.run("DELETE FROM \(Self.keys)") }

  // MARK: Adding

  /// Adds all rows of a table.
  mutating func addAll(of entity: ContainerEntity) { whole.insert(entity.number) }

  /// Adds the rows of a table whose keys a query returns in the column `pk`.
  mutating func add(
    _ query: String,
    _ bindings: [SQLValue] = [],
    of entity: ContainerEntity
  ) throws {
    listed.insert(entity.number)
    try connection.run(
      """
      INSERT OR IGNORE INTO \(Self.keys) (entity, pk) \
      SELECT \(entity.number), pk FROM (\(query)) WHERE pk IS NOT NULL
      """,
      bindings
    )
  }

  /// Adds the rows of a table with these keys.
  mutating func add(_ rowIDs: [Int64], of entity: ContainerEntity) throws {
    if rowIDs.isEmpty { return }
    try add("SELECT value AS pk FROM json_each(?)", [.keys(rowIDs)], of: entity)
  }

  /// Removes the rows of a table with these keys.
  func remove(_ rowIDs: [Int64], of entity: ContainerEntity) throws {
    if rowIDs.isEmpty { return }
    try connection.run(
      """
      DELETE FROM \(Self.keys) WHERE entity = \(entity.number) \
      AND pk IN (SELECT value FROM json_each(?))
      """,
      [.keys(rowIDs)]
    )
  }

  /// Returns the greatest number of the keys that were added so far. Later ones have greater numbers.
  func mark() throws -> Int64 {
    try connection.integers("SELECT ifnull(max(number), 0) FROM \(Self.keys)").first ?? 0
  }

  // MARK: Asking

  /// Returns `true` if rows of a table are deleted.
  func concern(_ entity: ContainerEntity) -> Bool {
    whole.contains(entity.number) || listed.contains(entity.number)
  }

  /// Returns `true` if all rows of a table are deleted.
  func coverAll(of entity: ContainerEntity) -> Bool { whole.contains(entity.number) }

  /// Returns the condition that an expression is the key of a deleted row.
  ///
  /// - Parameter isNew: `true` to include only the keys of the temporary table whose numbers are
  ///   greater than the parameter `?1`, and not greater than `?2`.
  func contain(_ key: String, of entity: ContainerEntity, isNew: Bool = false) -> String {
    if coverAll(of: entity) { return "\(key) IS NOT NULL" }
    if !concern(entity) { return "0" }
    // Without the plus, SQLite would read the index of keys from its beginning.
    let new = isNew ? "number > ?1 AND number <= ?2 AND +" : ""
    return "\(key) IN (SELECT pk FROM \(Self.keys) WHERE \(new)entity = \(entity.number))"
  }

  /// Returns the condition that an expression is the key of a remaining row.
  func spare(_ key: String, of entity: ContainerEntity) -> String {
    if coverAll(of: entity) { return "0" }
    if !concern(entity) { return "\(key) IS NOT NULL" }
    return "\(key) NOT IN (SELECT pk FROM \(Self.keys) WHERE entity = \(entity.number))"
  }
}
