import Foundation

/// An unfinished backup: a directory with a temporary name, beside the final URL.
struct BackupDraft {
  let directory: URL
  private let destination: URL

  /// Creates the directory of the draft.
  ///
  /// - Throws: ``SwiftDataError/backupFailure`` if the destination exists, or cannot be written.
  init(for destination: URL) throws {
    self.destination = destination
    let parent = destination.deletingLastPathComponent()
    let prefix = ".\(destination.lastPathComponent).partial-"
    directory = parent.appendingPathComponent(prefix + UUID().uuidString, isDirectory: true)
    if FileManager.default.fileExists(atPath: destination.path) {
      throw SwiftDataError.backupFailure.because(
        "\(destination.path) exists already and was left unchanged")
    }
    do {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      Leftovers.remove(from: parent) { $0.hasPrefix(prefix) }
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    } catch {
      // The directory that contains the backup is created too, if it is missing.
      var place = destination.absoluteURL
      while place.pathComponents.count > 1,
        !FileManager.default.fileExists(atPath: place.deletingLastPathComponent().path)
      {
        place.deleteLastPathComponent()
      }
      let home = place.deletingLastPathComponent().path
      throw SwiftDataError.backupFailure.because(
        StoreLocation(path: place.path).isWritable
          ? "\(directory.path) cannot be made: \(error.localizedDescription)"
          : "the directory \(home) cannot be written, so \(destination.path) cannot be made in it")
    }
  }

  /// Renames the draft to its final name. From then on the backup exists, even after a crash.
  ///
  /// - Parameter other: Returns another URL if the destination was taken in the meantime.
  /// - Returns: The URL of the backup.
  func publish(or other: (() -> URL)?) throws -> URL {
    try DurableFile.synchronizeDirectory(directory.path)
    var place = destination
    while true {
      do {
        try FileManager.default.moveItem(at: directory, to: place)
        break
      } catch {
        guard let other, FileManager.default.fileExists(atPath: place.path) else { throw error }
        place = other()
      }
    }
    try DurableFile.synchronizeDirectory(place.deletingLastPathComponent().path)
    return place
  }

  func discard() { try? FileManager.default.removeItem(at: directory) }
}
