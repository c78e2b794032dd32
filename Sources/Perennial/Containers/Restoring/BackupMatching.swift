import Foundation

/// The stores of a container, matched with the stores of a backup that replace their contents.
struct BackupMatching {
  struct Part {
    /// The number of the container's store.
    let number: Int
    let store: SQLiteStore
    let backup: BackupManifest.Store
  }

  /// The matched stores, in the order in which a save writes to them.
  private(set) var parts: [Part] = []

  /// Matches the stores of a backup with those of a container.
  ///
  /// - Throws: ``SwiftDataError/incompatibleBackup`` if the backup has stores that the container does not
  ///   have, or lacks stores that the container has; ``SwiftDataError/unsupportedFeature`` for a custom
  ///   store; ``SwiftDataError/readOnlyStore`` if the container cannot write to any store.
  init(_ backup: Backup, _ coordinator: StoreCoordinator) throws {
    let stores = coordinator.stores
    try coordinator.checkHasNoCustomStore("restored")
    guard stores.contains(where: \.allowsSave) else {
      throw stores.first?.readOnlyError ?? .readOnlyStore
    }
    var found: [Int: BackupManifest.Store] = [:]
    for store in backup.manifest.stores {
      // A store that was created again, for example on another device, only has the same name.
      let number =
        stores.firstIndex { $0.identifier == store.identifier }
        ?? stores.firstIndex { $0.configuration.name == store.configuration }
      guard let number, found.updateValue(store, forKey: number) == nil else {
        let known = stores.map { "“\($0.configuration.name)”" }.joined(separator: ", ")
        throw SwiftDataError.incompatibleBackup.because(
          """
          \(backup.url.path) has the store “\(store.configuration)” (\(store.identifier)), but the \
          container has \(known). Nothing was changed.
          """)
      }
    }
    for number in coordinator.nesting where stores[number].allowsSave {
      let store = stores[number]
      guard let backup = found[number] else {
        throw SwiftDataError.incompatibleBackup.because(
          """
          \(backup.url.path) does not have the store “\(store.configuration.name)”. Nothing was \
          changed.
          """)
      }
      parts.append(Part(number: number, store: store, backup: backup))
    }
  }
}
