import Foundation

/// Records the changes of one context for its undo manager.
///
/// Changes are gathered, and registered as one action when the manager closes or opens a group or
/// is asked what it can undo, at the end of the actor's turn, and before a save.
final class UndoRecorder {
  private unowned let graph: ObjectGraph
  private(set) var manager: UndoManager?
  private var batch = UndoBatch()
  private var checkpoints: (any NSObjectProtocol)?
  private var pauses = 0
  /// How many actions were registered.
  private(set) var registrations = 0

  init(_ graph: ObjectGraph) {
    self.graph = graph
  }

  deinit { stopListening() }

  // MARK: The manager

  /// Records for another manager from now on, or for none. What was registered stays where it is.
  func attach(_ manager: UndoManager?) {
    if manager === self.manager { return }
    register()
    stopListening()
    self.manager = manager
    guard let manager else { return }
    let reference = RecorderReference(self)
    checkpoints = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
    ) { _ in
      reference.recorder?.register()
    }
  }

  /// The context ends: nothing of it can be undone.
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

  /// A property is about to change.
  ///
  /// - Parameter isPartner: Whether it changes because another object's relationship does.
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
    batch.noteInsertion(model)
    scheduleTurn()
  }

  /// An object is about to be deleted, before its delete rules apply.
  func noteDeletion(_ model: any PersistentModel) {
    guard isRecording, let table = model._$header.pointee.table else { return }
    batch.noteDeletion(model, table.layout)
    // Rules that leave references alone: the references may be given away before the undo.
    for property in table.layout.properties
    where property.deleteRule == .deny || property.deleteRule == .noAction {
      guard let inverse = table.layout.relationship(property.index)?.inverse else { continue }
      for other in graph.related(to: model, property) {
        batch.noteChange(other, inverse, loads: false)
      }
    }
    for (owner, property) in graph.oneWayReferrers(to: model, table) {
      batch.noteChange(owner, property, loads: true)
    }
    scheduleTurn()
  }

  private func scheduleTurn() { graph.context?.scheduleTurn() }

  /// Runs something that cannot be undone.
  func pause<Result>(_ work: () throws -> Result) rethrows -> Result {
    pauses += 1
    defer { pauses -= 1 }
    return try work()
  }

  // MARK: Registering

  /// Registers what was gathered as one action.
  func register() {
    if batch.isEmpty { return }
    var batch = batch
    self.batch = UndoBatch()
    guard let manager, !batch.isVoid else { return }
    batch.finish()
    registrations += 1
    manager.register(batch, for: self)
  }

  /// Registers what was gathered, and closes the group that was opened for it.
  func endTurn() {
    register()
    #if !canImport(Darwin)
    manager?.closeImplicitGroup()
    #endif
  }

  func perform(_ batch: UndoBatch) {
    if graph.isClosed { return }
    graph.readNews()
    batch.perform(in: graph)
  }

  // MARK: Forgetting

  /// What was gathered never happened. If some of it was registered already, nothing from before
  /// can be undone either.
  ///
  /// - Parameter steps: How many registrations there were when it began.
  func discard(since steps: Int?) {
    batch = UndoBatch()
    if registrations != steps { forget() }
  }

  /// Nothing that happened so far can be undone.
  func forget() {
    batch = UndoBatch()
    manager?.forget(self)
  }
}

extension ObjectGraph {
  /// Runs something that cannot be undone.
  func unrecorded<Result>(_ work: () throws -> Result) rethrows -> Result {
    guard let recorder else { return try work() }
    return try recorder.pause(work)
  }
}

/// A recorder on its way into a notification's closure.
// Sendable: the reference is only followed by whoever uses the manager, which is on the context's
// own actor.
private final class RecorderReference: @unchecked Sendable {
  private(set) weak var recorder: UndoRecorder?
  init(_ recorder: UndoRecorder) { self.recorder = recorder }
}
