/// The state that a main context leaves to its successor.
///
/// The container owns its main context, and a program that has released the container may still hold
/// objects. These objects belong to the main actor, which has one context. So they get a new main context
/// when it is requested, or when one of them changes. Between the two contexts the graph holds no object,
/// because the objects and the graph would otherwise keep each other alive. The objects themselves store
/// their unsaved changes.
///
/// Contexts that the program has created end when it releases them. Their objects have no context then, and
/// later changes are not saved.
struct MainContextHandover {
  var isAutosaveEnabled = true
  /// Weak references to the stored objects with unsaved changes or deletions.
  var models: [Weak<AnyObject>] = []
}
