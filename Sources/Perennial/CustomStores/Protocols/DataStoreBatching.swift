public import Foundation

/// A store that deletes the objects that match a predicate, without a list of them.
///
/// The framework still applies the model's delete rules. The changes to other objects that the store
/// does not make itself are saved afterwards.
public protocol DataStoreBatching: DataStore {
  /// Deletes the objects that a request describes.
  ///
  /// - Throws: ``DataStoreError/unsupportedFeature`` or ``DataStoreError/preferInMemoryFilter`` if the
  ///   store cannot do this. The framework then fetches the objects, and saves their deletion.
  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel
}

/// A context's request to delete the objects that match a predicate.
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
  /// The context that sends the request.
  public let editingState: EditingState
  /// The condition for the objects to delete; nil for all objects of the model.
  public let predicate: Predicate<T>?
  /// A Boolean value that indicates whether the request includes objects of subclasses.
  public let includeSubclasses: Bool
}
