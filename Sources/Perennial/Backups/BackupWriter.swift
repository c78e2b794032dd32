import Foundation

/// Makes one backup of some stores.
final class BackupWriter {
  /// Takes a snapshot of each store.
  private let snapshots: () throws -> [StoreSnapshot]
  private let destination: URL
  /// Returns another URL if the destination is taken; nil if the backup must be at the destination.
  private let alternative: (() -> URL)?
  private let draft: BackupDraft
  /// `true` if files beside a store may be in the backup as hard links. The files are never changed, but
  /// damage to one also damages the other.
  private let sharesFiles: Bool
  /// The operation that restoring the backup undoes.
  private let undoneOperation: String?
  private let progress: OperationProgress
  /// The names of the files that are links so far.
  private var links: Set<String> = []

  /// Prepares a backup.
  ///
  /// - Parameter snapshots: The closure that takes a snapshot of each store.
  init(
    taking snapshots: @escaping () throws -> [StoreSnapshot], to destination: URL,
    or alternative: (() -> URL)? = nil, sharesFiles: Bool, undoing operation: String? = nil,
    _ progress: OperationProgress
  ) throws {
    self.alternative = alternative
    self.snapshots = snapshots
    self.destination = destination
    self.sharesFiles = sharesFiles
    undoneOperation = operation
    self.progress = progress
    draft = try BackupDraft(for: destination)
  }

  /// Makes the backup.
  ///
  /// - Throws: ``SwiftDataError/backupFailure``, ``SwiftDataError/missingExternalFile``, `CancellationError`.
  ///   In that case no backup exists.
  func run() throws -> Backup {
    do {
      try write()
      // A backup that exists is always valid.
      let draft = try Backup(contentsOf: self.draft.directory)
      try draft.verify(progress, after: draft.byteCount)
      try progress.check()
      let backup = try Backup(contentsOf: self.draft.publish(or: alternative))
      progress.finish(2 * backup.byteCount)
      return backup
    } catch {
      draft.discard()
      throw failure(error)
    }
  }

  private func failure(_ error: any Error) -> any Error {
    if error is CancellationError { return error }
    if let error = error as? SwiftDataError {
      switch error {
      case .missingExternalFile, .unsupportedFeature: return error
      default: break
      }
    }
    let reason = (error as? SwiftDataError)?.explanation ?? error.localizedDescription
    return SwiftDataError.backupFailure.because(
      "no backup was made at \(destination.path): \(reason)", underlying: error)
  }

  // MARK: Writing

  private func write() throws {
    var done = 0
    func report(_ bytes: Int) throws {
      try progress.check()
      progress.report(done + bytes)
    }
    let (snapshots, date) = try snapshotsWithFiles()
    var sizes: [Int] = []
    for (snapshot, number) in zip(snapshots, 1...) {
      let names = try snapshot.externalFiles()
      sizes.append(try snapshot.byteCount())
      for name in names { sizes.append(try FileDigest.size(of: file(name, of: number))) }
    }
    // The written files are read once more to verify them.
    progress.expect(2 * sizes.reduce(0, +))
    var manifest = BackupManifest(
      date: BackupManifest.text(of: date), undoes: undoneOperation, stores: [])
    for (snapshot, number) in zip(snapshots, 1...) {
      let path = draft.directory.appendingPathComponent("\(number).store").path
      var store = try snapshot.description(file: "\(number).store")
      try snapshot.copy(to: path, report: report)
      (store.checksum, store.bytes) = try FileDigest.of(path)
      done += store.bytes
      for name in try snapshot.externalFiles() {
        try report(0)
        store.externalFiles.append(try settle(name, snapshot: snapshot, number: number))
        done += store.externalFiles.last?.bytes ?? 0
      }
      if !store.externalFiles.isEmpty {
        try DurableFile.synchronizeDirectory(directory(number).path)
      }
      manifest.stores.append(store)
    }
    if let connection = snapshots.first?.connection {
      try DurableFile.write(
        manifest.encoded(),
        to: draft.directory.appendingPathComponent(BackupManifest.fileName).path,
        likeThoseOf: connection.handle)
    }
  }

  // MARK: Files beside the stores

  private func directory(_ number: Int) -> URL {
    draft.directory.appendingPathComponent("\(number).store-external", isDirectory: true)
  }

  private func file(_ name: String, of number: Int) -> String {
    directory(number).appendingPathComponent(name).path
  }

  /// Returns snapshots of the stores whose external files are in the draft, and their date. A concurrent save
  /// may delete such a file. In that case new snapshots are taken, which do not need it.
  private func snapshotsWithFiles() throws -> ([StoreSnapshot], Date) {
    var missing: Set<String> = []
    while true {
      try progress.check()
      let snapshots = try self.snapshots()
      let date = Date()
      var lost: Set<String> = []
      for (snapshot, number) in zip(snapshots, 1...) {
        let names = try snapshot.externalFiles()
        if names.isEmpty { continue }
        try FileManager.default.createDirectory(
          at: directory(number), withIntermediateDirectories: true)
        lost.formUnion(try take(names, of: snapshot, to: number))
        let kept = Set(names)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory(number).path)
        where !kept.contains(name) {
          try FileManager.default.removeItem(atPath: file(name, of: number))
        }
      }
      if lost.isEmpty { return (snapshots, date) }
      if let name = lost.first(where: missing.contains) {
        throw SwiftDataError.missingExternalFile.because(
          "no backup was made at \(destination.path): rows reference the file \(name), which is missing"
        )
      }
      missing = lost
    }
  }

  /// Adds files to the draft as hard links if the backup is on the same disk as the stores. Otherwise copies
  /// them.
  ///
  /// - Returns: The names of the missing files.
  private func take(
    _ names: [String], of snapshot: StoreSnapshot, to number: Int
  ) throws -> Set<String> {
    var lost: Set<String> = []
    for name in names {
      try progress.check()
      let (source, target) = ("\(snapshot.directory)/\(name)", file(name, of: number))
      if FileManager.default.fileExists(atPath: target) { continue }
      if (try? FileManager.default.linkItem(atPath: source, toPath: target)) != nil {
        links.insert(name)
        continue
      }
      guard FileManager.default.fileExists(atPath: source) else {
        lost.insert(name)
        continue
      }
      do {
        try copy(source, to: target, snapshot)
      } catch {
        try? FileManager.default.removeItem(atPath: target)
        if FileManager.default.fileExists(atPath: source) { throw error }
        lost.insert(name)
      }
    }
    return lost
  }

  private func copy(_ source: String, to target: String, _ snapshot: StoreSnapshot) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: source), options: .mappedIfSafe)
    try DurableFile.write(data, to: target, likeThoseOf: snapshot.connection.handle)
  }

  /// Returns the manifest's entry for a file. Unless files are shared, the file is copied if it is a link.
  private func settle(
    _ name: String, snapshot: StoreSnapshot, number: Int
  ) throws -> BackupManifest.ExternalFile {
    let path = file(name, of: number)
    if links.contains(name) {
      if sharesFiles {
        return .init(name: name, bytes: try FileDigest.size(of: path), checksum: nil)
      }
      let link = "\(path).link"
      try FileManager.default.moveItem(atPath: path, toPath: link)
      try copy(link, to: path, snapshot)
      try FileManager.default.removeItem(atPath: link)
    }
    let (checksum, bytes) = try FileDigest.of(path)
    return .init(name: name, bytes: bytes, checksum: checksum)
  }
}
