/// Writes the plan of a save, store by store, inside the transactions of the stores.
final class SaveWriter {
  /// The outcome of a save for one store.
  struct Part {
    var plan: SavePlan
    /// The keys of existing rows that new objects turned out to be, by the keys of the new objects
    /// (upserts).
    let aliases: [Int64: Int64]
    /// The keys of those existing rows that the upsert left unchanged.
    let kept: Set<Int64>
    /// The properties that upserts have written, by the keys of the new objects.
    let overwritten: [Int64: PropertyMask]
    /// The changes to rows that the plan does not name.
    let consequences: ChangeSet
  }

  /// The parts of the plan by store, in the order of the transactions.
  private let planned: [(store: Int, plan: SavePlan)]
  private let policy: MergePolicy
  private let snapshots: [Int64: [Int: SQLValue]]
  private let entities: StoreEntities
  private let order: AssignmentOrder
  private let isFollowed: Bool
  private let willUpsert: ((FoundRow) -> Void)?
  /// The outcomes, by the numbers of the stores.
  private(set) var parts: [Int: Part] = [:]

  /// Creates the writer of a plan.
  ///
  /// - Parameters:
  ///   - stores: The numbers of all stores, in the order of their transactions.
  ///   - policy: The merge policy of the context.
  ///   - snapshots: The original values of changed properties; see ``ConflictResolution``.
  ///   - order: The order of the assignments to objects with unique values.
  ///   - isFollowed: `true` if the context itself needs the change set.
  ///   - willUpsert: A closure that is called before a new object is written as an existing row.
  init(
    _ plan: SavePlan, to stores: [Int], policy: MergePolicy,
    snapshots: [Int64: [Int: SQLValue]], order: AssignmentOrder, in entities: StoreEntities,
    isFollowed: Bool, willUpsert: ((FoundRow) -> Void)? = nil
  ) {
    planned =
      stores.count == 1
      ? [(stores[0], plan)]
      : stores.map { ($0, plan.part(of: $0, entities)) }.filter { !$0.1.rows.isEmpty }
    (self.policy, self.snapshots) = (policy, snapshots)
    (self.order, self.willUpsert) = (order, willUpsert)
    (self.entities, self.isFollowed) = (entities, isFollowed)
  }

  /// The numbers of the stores that are written, in the order of their transactions.
  var stores: [Int] { planned.map(\.store) }

  /// Writes the part of the plan that concerns the store of a transaction.
  func write(_ transaction: StoreTransaction) throws {
    let (number, connection) = (transaction.number, transaction.connection)
    guard var plan = planned.first(where: { $0.store == number })?.plan else { return }
    var conflicts = ConflictResolution(
      policy, snapshots: snapshots, entities: entities, on: connection)
    try conflicts.resolve(&plan)
    transaction.willUpsert = willUpsert
    var writer = RowWriter(
      connection, entities: entities, policy: policy, history: transaction.history)
    writer.order = order
    writer.willUpsert = willUpsert
    try writer.write(plan.rows)
    plan.forget(writer.missing)
    if isFollowed || transaction.isFollowed {
      transaction.changes = ChangeSet(
        plan.rows, plan.touched, store: number, in: entities, aliases: writer.aliases,
        kept: writer.kept)
      transaction.changes.add(writer.consequences)
    }
    let existing = Set(writer.aliases.values)
    if !existing.isEmpty {
      transaction.upserts = existing.subtracting(plan.rows.insertedRows(writer.aliases))
    }
    parts[number] = Part(
      plan: plan, aliases: writer.aliases, kept: writer.kept, overwritten: writer.overwritten,
      consequences: writer.consequences)
  }
}
