import Foundation

/// Where the rows of a store come from and go to, if they are not in a file of this framework: what
/// contexts ask of a custom store.
///
/// Contexts always read rows by SQL. The rows of a custom store are in a database in memory, its
/// mirror, and a source has to bring them there before they are read: those of a fetch, of
/// identifiers, of relationships. A default store has no source, and nothing is asked of it.
///
/// All methods take the graph of the context that asks.
protocol SnapshotSource: AnyObject, Sendable {
  /// The rows' identifiers.
  var keys: KeyDirectory { get }

  /// Brings the objects that a descriptor describes into the mirror.
  ///
  /// - Parameter models: The other models that the descriptor's predicate and order read.
  func answer<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, reading models: Set<ObjectIdentifier>, for graph: ObjectGraph
  ) throws -> SourceAnswer

  /// The number of objects of a descriptor without limit and offset; nil if the store cannot tell.
  func count<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, for graph: ObjectGraph
  ) throws -> Int?

  /// The rows of a descriptor without offset, in order, which need not be in the mirror; nil if the
  /// store cannot tell.
  func rowIDs<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, for graph: ObjectGraph
  ) throws -> [Int64]?

  /// Brings all objects of some models into the mirror.
  func complete(_ models: [any PersistentModel.Type], for graph: ObjectGraph) throws

  /// Brings rows into the mirror that are not there yet.
  func supply(_ rowIDs: [Int64], of table: GraphTable, for graph: ObjectGraph) throws

  /// Brings the members of a to-many relationship of several rows into the mirror.
  func supplyMembers(
    of owners: [Int64], _ relationship: RelationshipLayout, of table: GraphTable,
    for graph: ObjectGraph
  ) throws

  // The part in a transaction of the mirror, in this order. `graph` is nil if the container writes.

  /// Begins to serve one context alone.
  func begin(_ participation: CommitRequest.Participation?, for graph: ObjectGraph?) throws

  /// Brings the rows into the mirror that a write is going to concern.
  ///
  /// - Parameter preview: The changes of the same write, which was rolled back.
  func prepare(_ preview: ChangeSet, _ connection: Connection, for graph: ObjectGraph) throws

  /// Gives the store the changes that were written to the mirror, before they are committed.
  func finish(
    _ transaction: StoreTransaction, _ participation: CommitRequest.Participation?,
    for graph: ObjectGraph?
  ) throws

  /// Serves other contexts again.
  ///
  /// - Returns: Changes that the store has told of meanwhile.
  func end(isCommitted: Bool) -> ChangeSet?

  /// Whether a set of a model's objects can be deleted by the store alone, so that they need not be
  /// known.
  func canDeleteUnseen(_ table: GraphTable, for graph: ObjectGraph) -> Bool

  /// The transactions of the store's own history; nil if it has none of this kind.
  func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]?

  /// - Returns: Whether the store has a history of this kind.
  func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool

  /// A context is gone, or is another one from now on.
  func end(_ state: EditingState)
}

/// What a source has found for a fetch.
enum SourceAnswer {
  /// These rows, in the store's order; and whether that is the order asked for.
  case rows([Int64], isSorted: Bool)
  /// All rows that the fetch reads are in the mirror, where SQL finds the right ones.
  case everything
}
