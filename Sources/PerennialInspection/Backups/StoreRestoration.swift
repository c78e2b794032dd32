public import Foundation
public import Perennial

/// Puts a backup in the place of what a store has, or makes a store of it, without the program that the
/// store belongs to.
///
/// The programs that have the store open follow, as with `ModelContainer.restore(from:)`.
public struct StoreRestoration: Sendable {
  public let backup: Backup
  /// The store's file.
  public let store: URL
  /// Whether the store is not there, and will be made.
  public let isNew: Bool
  private let models: StoreModels

  /// - Throws: `SwiftDataError.incompatibleBackup` if the backup is one of several stores, or has another
  ///   schema than the store: then only the program knows how to migrate it; what opening the store throws,
  ///   which has to be moved away if it is damaged.
  public init(of backup: Backup, into store: URL) throws {
    self.backup = backup
    self.store = store
    guard let part = backup.stores.first, backup.stores.count == 1 else {
      let names = backup.stores.map { "“\($0.configurationName)”" }.joined(separator: ", ")
      throw SwiftDataError.incompatibleBackup.because(
        """
        \(backup.url.path) is a backup of several stores, \(names), which belong together; only the \
        program that has made it can restore them at once
        """)
    }
    let saved = try InspectedStore(part.url)
    isNew = !FileManager.default.fileExists(atPath: store.path)
    if isNew {
      models = try StoreModels(of: saved, at: store, name: part.configurationName)
    } else {
      let present = try InspectedStore(store)
      try Self.compare(saved, present)
      models = try StoreModels(of: present, name: part.configurationName)
    }
  }

  private static func compare(_ saved: InspectedStore, _ present: InspectedStore) throws {
    let (old, new) = (saved.database.checksums, present.database.checksums)
    let others = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    if others.isEmpty { return }
    throw SwiftDataError.incompatibleBackup.because(
      """
      \(saved.url.path) does not keep \(others.sorted().joined(separator: ", ")) as \(present.url.path) \
      does. Restore it to a file that is not there yet, and have the program migrate that
      """)
  }

  /// Looks whether the backup is whole and sound.
  ///
  /// - Throws: `SwiftDataError.invalidBackup`.
  public func verify() throws { try backup.verify() }

  /// Restores the backup.
  ///
  /// - Parameter keepsPresent: Whether an automatic backup is made first of what the store has.
  /// - Returns: That backup; nil if there is none.
  /// - Throws: What `ModelContainer.restore(from:)` throws. Nothing has changed then.
  public func run(keepsPresent: Bool = true) throws -> Backup? {
    do {
      let container = try models.container()
      let present =
        isNew || !keepsPresent
        // None is deleted: it could be the one that is being restored.
        ? nil : try container.backUpAutomatically(keeping: .unlimited, undoing: "restore")
      try container.restore(from: backup)
      return present
    } catch {
      if isNew {
        for suffix in ["", "-wal", "-shm", "-external"] {
          try? FileManager.default.removeItem(atPath: store.path + suffix)
        }
      }
      throw error
    }
  }
}
