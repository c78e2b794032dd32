/// Writes objects that are in no context to a store, a chunk at a time, inside one transaction.
struct BatchInsertion {
  /// How many objects wait at most.
  private static let chunkSize = 256

  private let graph: ObjectGraph
  private var writer: RowWriter
  private let admission: DraftAdmission
  private var progress: OperationProgress
  private var models: [any PersistentModel] = []
  private var tables: [GraphTable] = []
  private var account: InsertionAccount
  /// How many objects were written.
  private(set) var count = 0

  /// - Parameter expected: How many objects there will be at least.
  init(
    _ graph: ObjectGraph, _ store: Int, _ connection: Connection, _ history: HistoryWriter?,
    expected: Int
  ) {
    self.graph = graph
    writer = RowWriter(connection, graph.coordinator, graph.mergePolicy, history)
    admission = DraftAdmission(graph, store: store)
    progress = OperationProgress(expected: expected)
    account = InsertionAccount(graph)
    models.reserveCapacity(Self.chunkSize)
    tables.reserveCapacity(Self.chunkSize)
  }

  mutating func add(_ model: any PersistentModel) throws {
    let table = try admission.admit(model)
    for property in table.entity.positions { place(model, property) }
    models.append(model)
    tables.append(table)
    if models.count == Self.chunkSize { try write() }
  }

  /// Puts a new object behind all others that refer to the same one.
  private func place(_ model: any PersistentModel, _ property: PropertyLayout) {
    var state = model.toOne(property.index)
    if state.rowID == 0 { return }
    state.position = PlaceGenerator.next()
    model.setToOne(property.index, state)
  }

  private mutating func write() throws {
    try progress.check()
    settlePairs()
    let plan = SavePlan(inserting: models, of: tables)
    try SaveValidation.check(plan, graph)
    writer.beginPart()
    try writer.write(plan)
    account.add(plan, writer)
    count += models.count
    models.removeAll(keepingCapacity: true)
    tables.removeAll(keepingCapacity: true)
    progress.report(count)
  }

  /// Of several objects that lead to one by a one-to-one relationship the last has it, as if they
  /// had been given it one after the other.
  private func settlePairs() {
    struct Claim: Hashable {
      let relationship: ObjectIdentifier
      let rowID: Int64
    }
    var claims: Set<Claim> = []
    for (model, table) in zip(models, tables).reversed() {
      for (index, relationship) in table.entity.oneToOne {
        let rowID = model.toOne(index).rowID
        let claim = Claim(relationship: ObjectIdentifier(relationship.property), rowID: rowID)
        if rowID != 0, !claims.insert(claim).inserted { model.setToOne(index, .none) }
      }
    }
  }

  /// Writes the rest.
  ///
  /// - Returns: What was done, and the keys of the rows that were there before.
  mutating func finish() throws -> (ChangeSet, Set<Int64>) {
    try write()
    try account.settleTargets(on: writer.connection)
    progress.finish(count)
    return try account.event(on: writer.connection)
  }
}
