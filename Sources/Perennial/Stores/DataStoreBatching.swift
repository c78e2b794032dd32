public import Foundation

/// A store that deletes objects without being told which ones.
///
/// The framework still sees to relationships: what the delete rules of the model do to other objects,
/// as far as the store does not do it, it saves afterwards.
public protocol DataStoreBatching: DataStore {
  /// Deletes the objects that a request describes.
  ///
  /// - Throws: ``DataStoreError/unsupportedFeature``, ``DataStoreError/preferInMemoryFilter``: the
  ///   framework then finds the objects, and saves that they are gone.
  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel
}

/// What a context wants deleted.
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
  /// Who wants it.
  public let editingState: EditingState
  /// Which objects; all of them if it is nil.
  public let predicate: Predicate<T>?
  /// Whether objects of subclasses are meant too.
  public let includeSubclasses: Bool

  init(editingState: EditingState, predicate: Predicate<T>?, includeSubclasses: Bool) {
    self.editingState = editingState
    self.predicate = predicate
    self.includeSubclasses = includeSubclasses
  }
}
