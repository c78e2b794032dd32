#if canImport(Darwin)
public import Foundation
#endif

extension ModelContext {
  /// Records this context's changes, so that they can be undone and redone; nil, the default, to
  /// record nothing.
  ///
  /// Insertions, edits, deletions with all that they take along, and relationships can be undone,
  /// before and after they are saved: an object whose deletion was saved comes again with the same
  /// identity. What is undone is a change as any other and has to be saved. Not undone are what other
  /// contexts do, ``delete(model:where:includeSubclasses:)``, and ``ModelContainer/erase()``.
  ///
  /// Changes are one step of undo if they were made in one group of the manager; those that were
  /// made outside of any, if they were made in one turn of the context's actor and not parted by a
  /// ``save()`` or ``processPendingChanges()``. A ``rollback()`` forgets all steps of this context.
  ///
  /// Another manager, or none, takes no part in what was recorded before: that remains with the
  /// former one.
  public var undoManager: UndoManager? {
    get { graph.recorder?.manager }
    set {
      if newValue == nil, graph.recorder == nil { return }
      let recorder = graph.recorder ?? UndoRecorder(graph)
      graph.recorder = recorder
      recorder.attach(newValue)
    }
  }
}
