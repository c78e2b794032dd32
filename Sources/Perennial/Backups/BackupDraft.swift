import Foundation

/// A backup while it is made: a directory beside the place that it is to have, under another name.
struct BackupDraft {
  let directory: URL
  private let destination: URL

  /// - Throws: ``SwiftDataError/backupFailure`` if the place is taken, or may not be written.
  init(for destination: URL) throws {
    self.destination = destination
    let parent = destination.deletingLastPathComponent()
    let prefix = ".\(destination.lastPathComponent).partial-"
    directory = parent.appendingPathComponent(prefix + UUID().uuidString, isDirectory: true)
    if FileManager.default.fileExists(atPath: destination.path) {
      throw SwiftDataError.backupFailure.because(
        "\(destination.path) is there already, and was left as it is")
    }
    do {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      Leftovers.remove(from: parent) { $0.hasPrefix(prefix) }
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    } catch {
      // The directory around the backup is made too, if it is missing.
      var place = destination.absoluteURL
      while place.pathComponents.count > 1,
        !FileManager.default.fileExists(atPath: place.deletingLastPathComponent().path)
      {
        place.deleteLastPathComponent()
      }
      let home = place.deletingLastPathComponent().path
      throw SwiftDataError.backupFailure.because(
        StorePlace(path: place.path).isWritable
          ? "\(directory.path) cannot be made: \(error.localizedDescription)"
          : "the directory \(home) cannot be written, so \(destination.path) cannot be made in it")
    }
  }

  /// Gives the backup its name. From then on it is there, whatever happens.
  ///
  /// - Parameter other: Gives another place, if this one was taken in the meantime.
  /// - Returns: Where it is.
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

/// What processes leave behind that are killed while they make or restore a backup.
enum Leftovers {
  /// How old something is, in seconds, when nobody can be at work on it any more.
  private static let age: TimeInterval = 86_400

  /// Removes the items of a directory whose names say so.
  static func remove(from directory: URL, where isLeftover: (String) -> Bool) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    for name in names where isLeftover(name) {
      let url = directory.appendingPathComponent(name)
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      guard let date = attributes?[.modificationDate] as? Date, -date.timeIntervalSinceNow > age
      else { continue }
      try? FileManager.default.removeItem(at: url)
    }
  }
}
