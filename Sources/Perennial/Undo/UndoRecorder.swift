import Foundation

/// Records the changes of one context for its undo manager.
///
/// Changes are collected, and registered as one action: when the manager opens or closes a group or is asked
/// for its steps, at the end of the actor's turn, and before a save.
final class UndoRecorder: ChangeRecorder {
  private unowned let graph: ObjectGraph
  private(set) var manager: UndoManager?
  private var batch = UndoBatch()
  private var checkpoints: (any NSObjectProtocol)?
  private var pauses = 0
  /// The recorded insertions that are not saved yet.
  private var unsaved: [ObjectIdentifier: UndoBatch.Insertion] = [:]
  /// Reads rows before a save overwrites them; nil outside of saves.
  private var rowReader: ObjectGraph?
  /// The rows that a save has found for new objects, until it is committed.
  private var foundRows: [ObjectIdentifier: FormerRow] = [:]
  private(set) var registrations = 0

  init(_ graph: ObjectGraph) {
    self.graph = graph
  }

  deinit { stopListening() }

  // MARK: The manager

  /// Sets the manager for further changes, or none. Earlier registrations stay with the former manager.
  func attach(_ manager: UndoManager?) {
    if manager === self.manager { return }
    register()
    stopListening()
    self.manager = manager
    guard let manager else { return }
    // The reference is only used by callers of the manager, which run on the context's own actor.
    nonisolated(unsafe) let reference = Weak(self)
    checkpoints = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
    ) { _ in
      reference.object?.register()
    }
  }

  func end() {
    forget()
    stopListening()
    manager = nil
  }

  private func stopListening() {
    if let checkpoints { NotificationCenter.default.removeObserver(checkpoints) }
    checkpoints = nil
  }

  private var isRecording: Bool {
    guard pauses == 0, let manager else { return false }
    return manager.isRecording
  }

  // MARK: Recording

  func noteChange(_ model: any PersistentModel, _ index: Int, isPartner: Bool) {
    guard isRecording, let table = model._$header.pointee.table else { return }
    let layout = table.layout
    var loads = false
    if !isPartner, case .joinTable = layout.relationship(index)?.storage { loads = true }
    batch.noteChange(model, layout.properties[index], loads: loads)
    scheduleTurn()
  }

  func noteInsertion(_ model: any PersistentModel) {
    guard isRecording else { return }
    if let insertion = batch.noteInsertion(model) {
      unsaved[ObjectIdentifier(model)] = insertion
    }
    scheduleTurn()
  }

  func noteDeletion(_ model: any PersistentModel) {
    guard isRecording, let table = model._$header.pointee.table else { return }
    notePlaces(of: model, table)
    batch.noteDeletion(model, table.layout)
    // These rules do not change the references, which may get other targets before the undo.
    for property in table.layout.properties
    where property.deleteRule == .deny || property.deleteRule == .noAction {
      guard let inverse = table.layout.relationship(property.index)?.inverse else { continue }
      for other in graph.related(to: model, property) {
        batch.noteChange(other, inverse, loads: false)
      }
    }
    for (owner, property) in OneWayReferrers(graph: graph).referrers(to: model, table) {
      batch.noteChange(owner, property, loads: true)
    }
    scheduleTurn()
  }

  /// Notes the positions of an object in the ordered collections that it belongs to and that are not loaded.
  private func notePlaces(of model: any PersistentModel, _ table: EntityTable) {
    let header = model._$header
    guard header.pointee.state.contains(.saved) else { return }
    for property in table.layout.properties where property.isRelationship {
      guard let inverse = table.layout.relationship(property.index)?.inverse, inverse.isToMany
      else { continue }
      let owners = graph.related(to: model, property)
      // One query for each, and one collection that the undo loads.
      if owners.count > 100 { continue }
      for owner in owners
      where owner.members(inverse.index) == nil && owner._$header.pointee.state.contains(.saved) {
        do {
          guard
            let predecessors = try graph.reader.predecessors(
              of: header.pointee.rowID, in: inverse, of: owner, graph.table(of: owner),
              limit: MemberPosition.reach)
          else { continue }
          batch.notePosition(
            MemberPosition(member: model, predecessors: predecessors), in: owner, inverse)
        } catch {
          Log.undo.error("the position of a deleted object cannot be read: \(error)")
        }
      }
    }
  }

  // MARK: Upserts

  func noteRow(_ row: FoundRow) {
    guard let model = graph.tables[row.entity.number].find(row.new),
      unsaved[ObjectIdentifier(model)] != nil
    else { return }
    do {
      let reader = rowReader ?? ObjectGraph(graph.coordinator)
      rowReader = reader
      reader.editingState = graph.editingState
      foundRows[ObjectIdentifier(model)] = try FormerRow(row, of: model, by: reader)
    } catch {
      Log.undo.error("a row cannot be read before it is overwritten: \(error)")
    }
  }

  func noteUpsert(
    of model: any PersistentModel, to held: (any PersistentModel)?, _ mask: PropertyMask,
    isOwn: (PropertyLayout) -> Bool
  ) {
    guard let insertion = unsaved[ObjectIdentifier(model)] else { return }
    // Without the values of the row, an undo leaves the row as it is.
    let row = foundRows[ObjectIdentifier(model)] ?? FormerRow()
    row.complete(model, held: held, mask: mask, isOwn: isOwn)
    insertion.formerRow = row
  }

  func endSave() {
    rowReader?.close()
    rowReader = nil
    foundRows = [:]
    unsaved = unsaved.filter { $0.value.model._$header.pointee.state.contains(.inserted) }
  }

  private func scheduleTurn() { graph.context?.scheduleTurn() }

  func pause(_ work: () -> Void) {
    pauses += 1
    work()
    pauses -= 1
  }

  // MARK: Registering

  func register() {
    if batch.isEmpty { return }
    var batch = batch
    self.batch = UndoBatch()
    guard let manager, !batch.isVoid else { return }
    batch.finish()
    registrations += 1
    manager.register(batch, for: self)
  }

  func endTurn() {
    register()
    #if !canImport(Darwin)
    manager?.closeImplicitGroup()
    #endif
  }

  func perform(_ batch: UndoBatch) {
    if graph.isClosed { return }
    graph.mergeRemoteChanges()
    batch.perform(in: graph)
  }

  // MARK: Forgetting

  func discard(since steps: Int?) {
    batch = UndoBatch()
    if registrations != steps { forget() }
  }

  func forget() {
    batch = UndoBatch()
    unsaved = [:]
    manager?.forget(self)
  }
}
