public import Foundation
public import Perennial

/// The restoration of a backup to a store, without the program to which the store belongs. It replaces the
/// contents of the store, or creates the store.
///
/// Programs that have the store open are updated, as with `ModelContainer.restore(from:)`.
public struct StoreRestoration: Sendable {
  /// The backup that is restored.
  public let backup: Backup
  /// The store's file.
  public let store: URL
  /// `true` if the store does not exist and will be created.
  public let isNew: Bool
  private let models: StoreModels

  /// Prepares a restoration.
  ///
  /// ```swift
  /// let restoration = try StoreRestoration(of: Backup(contentsOf: directory), into: url)
  /// for (entity, counts) in try restoration.changes().objects { print(entity, counts.deleted) }
  /// if let former = try restoration.run() { print("The former contents are in \(former.url.path).") }
  /// ```
  ///
  /// - Throws: `SwiftDataError.incompatibleBackup` if the backup has several stores, or has another schema
  ///   than the store: then only the program can migrate it. Also the errors of opening the store, which must
  ///   be moved away if it is damaged.
  public init(of backup: Backup, into store: URL) throws {
    self.backup = backup
    self.store = store
    guard let part = backup.stores.first, backup.stores.count == 1 else {
      let names = backup.stores.map { "“\($0.configurationName)”" }.joined(separator: ", ")
      throw SwiftDataError.incompatibleBackup.because(
        """
        \(backup.url.path) is a backup of several stores, \(names), which belong together. Restore them \
        with the program that made the backup
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
      \(saved.url.path) stores \(others.sorted().joined(separator: ", ")) otherwise than \
      \(present.url.path). Restore the backup to a new file, and migrate that file with the program
      """)
  }

  /// Verifies that the backup is complete and undamaged.
  ///
  /// ```swift
  /// let restoration = try StoreRestoration(of: Backup(contentsOf: directory), into: url)
  /// try restoration.verify()
  /// ```
  ///
  /// - Throws: `SwiftDataError.invalidBackup`.
  public func verify() throws { try backup.verify() }

  /// Compares the backup with the store, and changes nothing.
  ///
  /// ```swift
  /// let restoration = try StoreRestoration(of: Backup(contentsOf: directory), into: url)
  /// if try restoration.changes().isEmpty { print("The store has the same rows.") }
  /// ```
  ///
  /// - Returns: The numbers of rows that the restoration would insert, update and delete.
  /// - Throws: `SwiftDataError.storeFailure`, and the errors of opening the store and the backup.
  public func changes() throws -> RestorationChanges {
    guard let part = backup.stores.first else { return RestorationChanges() }
    let saved = try InspectedStore(part.url)
    return isNew
      ? try StoreComparison.insertions(of: saved)
      : try StoreComparison(of: InspectedStore(store), with: saved).run()
  }

  /// Restores the backup.
  ///
  /// ```swift
  /// let restoration = try StoreRestoration(of: Backup(contentsOf: directory), into: url)
  /// let former = try restoration.run()
  /// print(former.map { "The former rows are in \($0.url.path)." } ?? "The store is new.")
  /// ```
  ///
  /// - Parameter keepsPresent: `true` to make an automatic backup of the store first.
  /// - Returns: The automatic backup; nil if none was made.
  /// - Throws: The errors of `ModelContainer.restore(from:)`. In that case nothing has changed.
  public func run(keepsPresent: Bool = true) throws -> Backup? {
    do {
      let container = try models.container()
      let present =
        isNew || !keepsPresent
        // No backup is deleted: it could be the one that is being restored.
        ? nil : try container.backUpAutomatically(keeping: .unlimited, undoing: "restore")
      try container.restore(from: backup)
      return present
    } catch {
      if isNew { InspectedStore.remove(store) }
      throw error
    }
  }
}
