#if canImport(Darwin)
public import Foundation
#endif

extension ModelContext {
  /// The manager that records this context's changes, so that they can be undone and redone. Nil, the
  /// default, records nothing.
  ///
  /// Insertions, edits, deletions with everything that they cascade to, and relationships can be undone,
  /// before and after they are saved. An object whose deletion was saved is inserted again with the same
  /// identity. An undo is a change like any other and has to be saved. Changes by other contexts,
  /// ``delete(model:where:includeSubclasses:)`` and ``ModelContainer/erase()`` cannot be undone.
  ///
  /// Changes that are made in one group of the manager are one undo step. Changes outside of any group are
  /// one step if they are made in one turn of the context's actor, without a ``save()`` or
  /// ``processPendingChanges()`` between them. A ``rollback()`` removes all steps of this context.
  ///
  /// Assigning another manager, or nil, does not move earlier steps: they remain with the former manager.
  ///
  /// ```swift
  /// context.undoManager = UndoManager()
  /// recipe.title = "Minestrone"
  /// context.undoManager?.undo()
  /// context.undoManager?.redo()
  /// ```
  public var undoManager: UndoManager? {
    get { (graph.recorder as? UndoRecorder)?.manager }
    set {
      if newValue == nil, graph.recorder == nil { return }
      let recorder = graph.recorder as? UndoRecorder ?? UndoRecorder(graph)
      graph.recorder = recorder
      recorder.attach(newValue)
    }
  }
}
