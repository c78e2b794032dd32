/// One entity in one graph, as the graph's objects see it. ``EntityTable`` is the only subclass.
///
/// The properties are stored and final, because every read of a property of an object uses them.
class ModelTable {
  final let layout: ModelLayout
  /// The live objects of the entity's class hierarchy.
  final let map: IdentityMap
  /// The flag that indicates whether the graph has remote changes to merge.
  final let remoteChanges: RemoteChangeFlag
  /// The origin of the identifiers of saved objects.
  final let origin: IdentifierOrigin
  /// The origin of the identifiers of objects that are not saved.
  final let temporaryOrigin: IdentifierOrigin
  /// The identifiers of the objects, if their store is a custom one.
  final let keys: IdentifierMap?
  /// `true` if the graph may have objects that relationships leave out.
  final var mayLeaveOut = false
  /// The graph of the table.
  // No table is used after its graph is deallocated.
  final private(set) unowned(unsafe) var modelGraph: (any ModelGraph)?

  init(
    _ layout: ModelLayout, map: IdentityMap, remoteChanges: RemoteChangeFlag,
    origin: IdentifierOrigin, temporaryOrigin: IdentifierOrigin, keys: IdentifierMap?
  ) {
    self.layout = layout
    self.map = map
    self.remoteChanges = remoteChanges
    self.origin = origin
    self.temporaryOrigin = temporaryOrigin
    self.keys = keys
  }

  /// Makes the table part of a graph.
  final func belong(to graph: any ModelGraph) { modelGraph = graph }

  /// Returns the identifier of a row.
  final func identifier(_ rowID: Int64) -> PersistentIdentifier {
    keys?.identifier(rowID, temporaryOrigin) ?? PersistentIdentifier(origin, rowID)
  }
}
