import Foundation
import Perennial

/// A file or folder that appears only when it is complete: it is made under another name in the same
/// directory.
struct NewItem {
  let place: URL
  /// The temporary URL at which the item is made.
  private let draft: URL

  /// Checks that the item can be created.
  ///
  /// - Throws: ``InspectionError/Code/targetExists``; ``InspectionError/Code/fileFailure`` if its directory
  ///   does not exist, or cannot be written.
  init(at place: URL, isReplacing: Bool) throws {
    self.place = place
    draft = place.deletingLastPathComponent()
      .appendingPathComponent(".\(place.lastPathComponent).\(UUID().uuidString)")
    if !isReplacing, FileManager.default.fileExists(atPath: place.path) {
      throw InspectionError(.targetExists, "\(place.path) exists")
    }
    try Self.checkDirectory(of: place)
  }

  private static func checkDirectory(of place: URL) throws {
    let directory = place.deletingLastPathComponent().path
    var isDirectory: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory)
    let reason =
      if !isThere {
        "the directory \(directory) does not exist"
      } else if !isDirectory.boolValue {
        "\(directory) is not a directory"
      } else if !StoreLocation(path: place.path).isWritable {
        "the directory \(directory) cannot be written"
      } else {
        nil as String?
      }
    if let reason {
      throw InspectionError(.fileFailure, "\(place.path) cannot be made: \(reason)")
    }
  }

  /// Makes the item, and moves it to its URL. Removes it if it cannot be made.
  ///
  /// - Parameter body: A closure that makes the item at the temporary URL.
  func make<Result>(_ body: (_ draft: URL) throws -> Result) throws -> Result {
    do {
      let result = try body(draft)
      try put()
      return result
    } catch {
      try? FileManager.default.removeItem(at: draft)
      throw error
    }
  }
}

extension NewItem {
  private func put() throws {
    #if os(Windows)
    // Not by the C library, which reads paths in the code page of the system.
    if !FileManager.default.fileExists(atPath: place.path) {
      return try InspectionError.naming("\(place.path) cannot be made") {
        try FileManager.default.moveItem(at: draft, to: place)
      }
    }
    #else
    // A file replaces another file atomically.
    if (try? DurableFile.rename(draft.path, to: place.path)) != nil { return }
    #endif
    // A folder does not replace another folder atomically.
    let former = place.deletingLastPathComponent()
      .appendingPathComponent(".\(place.lastPathComponent).\(UUID().uuidString)")
    try InspectionError.naming("\(place.path) cannot be replaced") {
      try FileManager.default.moveItem(at: place, to: former)
      do {
        try FileManager.default.moveItem(at: draft, to: place)
      } catch {
        try FileManager.default.moveItem(at: former, to: place)
        throw error
      }
      try FileManager.default.removeItem(at: former)
    }
  }
}

/// A file that is written sequentially.
struct NewFile {
  private let handle: FileHandle
  private let path: String

  init(_ url: URL) throws {
    path = url.path
    guard FileManager.default.createFile(atPath: url.path, contents: nil),
      let handle = FileHandle(forWritingAtPath: url.path)
    else { throw InspectionError(.fileFailure, "\(url.path) cannot be made") }
    self.handle = handle
  }

  func write(_ data: Data) throws {
    try InspectionError.naming("\(path) cannot be written") { try handle.write(contentsOf: data) }
  }

  /// Writes all data to the disk, and closes the file.
  func close() throws {
    try InspectionError.naming("\(path) cannot be written") {
      try handle.synchronize()
      try handle.close()
    }
  }
}
