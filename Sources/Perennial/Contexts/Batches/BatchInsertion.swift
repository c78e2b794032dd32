/// Writes objects that belong to no context to a store, in chunks and inside one transaction.
struct BatchInsertion {
  /// The greatest number of objects in a chunk.
  private static let chunkSize = 256

  private let graph: ObjectGraph
  private var writer: RowWriter
  private let admission: BatchInsertValidator
  private var progress: OperationProgress
  private var models: [any PersistentModel] = []
  private var tables: [EntityTable] = []
  private var account: BatchInsertChanges
  /// The number of objects that were written.
  private(set) var count = 0

  /// Creates a batch insertion.
  ///
  /// - Parameter expected: The least number of objects to be inserted, for the progress.
  init(
    _ graph: ObjectGraph, store: Int, connection: Connection, history: HistoryWriter?,
    expected: Int
  ) {
    self.graph = graph
    writer = RowWriter(
      connection, entities: graph.coordinator.entities, policy: graph.mergePolicy, history: history)
    admission = BatchInsertValidator(graph: graph, store: store)
    progress = OperationProgress(expected: expected)
    account = BatchInsertChanges(graph)
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

  /// Gives a new object an order key after those of all objects with the same target.
  private func place(_ model: any PersistentModel, _ property: PropertyLayout) {
    var state = model.toOne(property.index)
    if state.rowID == 0 { return }
    state.position = OrderKeyGenerator.next()
    model.setToOne(property.index, state)
  }

  private mutating func write() throws {
    try progress.check()
    settlePairs()
    let plan = SavePlan(inserting: models, of: tables)
    try SaveValidation.check(plan, graph)
    writer.beginPart()
    try writer.write(plan.rows)
    account.add(plan, writer)
    count += models.count
    models.removeAll(keepingCapacity: true)
    tables.removeAll(keepingCapacity: true)
    progress.report(count)
  }

  /// Resolves one-to-one relationships in which several objects of a chunk reference the same target.
  ///
  /// The last of these objects keeps the reference, as if the references had been assigned one after the
  /// other.
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

  /// Writes the remaining objects.
  ///
  /// - Returns: The change set, and the keys of the rows that existed before.
  mutating func finish() throws -> (ChangeSet, Set<Int64>) {
    try write()
    try account.settleTargets(on: writer.connection)
    progress.finish(count)
    return try account.event(on: writer.connection)
  }
}
