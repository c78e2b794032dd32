import Foundation

// The interface between a recorder and its manager. On Apple's platforms the manager is Foundation's and
// belongs to the main actor.

extension UndoManager {
  /// `true` if the manager accepts the changes of a context.
  nonisolated var isRecording: Bool {
    onItsActor(otherwise: false) { self.isUndoRegistrationEnabled }
  }

  /// Registers the action that undoes a batch.
  nonisolated func register(_ batch: UndoBatch, for recorder: UndoRecorder) {
    nonisolated(unsafe) let (batch, recorder) = (batch, recorder)
    onItsActor(otherwise: ()) {
      self.registerUndo(withTarget: recorder) { $0.perform(batch) }
    }
  }

  /// Removes the actions that a recorder has registered.
  nonisolated func forget(_ recorder: UndoRecorder) {
    nonisolated(unsafe) let recorder = recorder
    onItsActor(otherwise: ()) { self.removeAllActions(withTarget: recorder) }
  }

  #if canImport(Darwin)
  private nonisolated func onItsActor<Result: Sendable>(
    otherwise other: Result, _ work: @MainActor () -> Result
  ) -> Result {
    guard Thread.isMainThread else {
      Log.undo.error(
        "changes are not recorded: a context of another actor has the main actor's undo manager")
      return other
    }
    return MainActor.assumeIsolated(work)
  }
  #else
  private func onItsActor<Result>(otherwise other: Result, _ work: () -> Result) -> Result {
    work()
  }
  #endif
}
