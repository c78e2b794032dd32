import Foundation

extension CustomStore {
  /// Returns `true` if the store can delete objects of a model that are not in the mirror. The model
  /// must have no relationships, no relationship must reference it, and it must have no superclass and
  /// no subclasses.
  func canDeleteUnseen(_ entity: ContainerEntity, for client: StoreClient) -> Bool {
    guard store is any DataStoreBatching, !entity.table.isShared else { return false }
    return client.coordinator.entities.all.allSatisfy { other in
      other.layout.relationships.values.allSatisfy {
        other !== entity && $0.destination !== entity.layout
      }
    }
  }

  func delete<T: PersistentModel>(
    where predicate: Predicate<T>?, includesSubclasses: Bool, for client: StoreClient
  ) throws -> Bool {
    guard let store = store as? any DataStoreBatching else { return false }
    let request = DataStoreBatchDeleteRequest(
      editingState: client.editingState, predicate: predicate, includeSubclasses: includesSubclasses
    )
    do {
      try store.delete(request)
      return true
    } catch DataStoreError.unsupportedFeature, DataStoreError.preferInMemoryFilter {
      return false
    }
  }

  // MARK: History

  func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]? {
    func open<Provider: HistoryProviding>(_ provider: Provider) throws -> [T]? {
      guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else {
        return nil
      }
      return try exclusively { try provider.fetchHistory(descriptor) } as? [T]
    }
    guard let provider = store as? any HistoryProviding else { return nil }
    return try open(provider)
  }

  func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool {
    func open<Provider: HistoryProviding>(_ provider: Provider) throws -> Bool {
      guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else {
        return false
      }
      try exclusively { try provider.deleteHistory(descriptor) }
      return true
    }
    guard let provider = store as? any HistoryProviding else { return false }
    return try open(provider)
  }
}
