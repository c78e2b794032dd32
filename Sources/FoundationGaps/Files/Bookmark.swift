#if !canImport(Darwin)
import Foundation

/// The path of a file, and the numbers that identify the file under another name.
struct Bookmark: Codable {
  private struct FileNumber: Codable, Equatable {
    let device: UInt64
    let file: UInt64

    /// Creates the numbers of the file at a path; nil if there is no file, or if the file system has no
    /// such numbers.
    init?(at path: String) {
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
        let device = (attributes[.systemNumber] as? NSNumber)?.uint64Value,
        let file = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
      else { return nil }
      self.device = device
      self.file = file
    }
  }

  private static let format = "perennial.bookmark.1"

  private let format: String
  private let path: String
  private let isDirectory: Bool
  /// The path to the file, relative to another file.
  private let relativePath: String?
  private let number: FileNumber?

  init(of url: URL, relativeTo base: URL?) throws {
    guard url.isFileURL else { throw CocoaError(.fileReadUnsupportedScheme, at: url) }
    format = Self.format
    let path = url.absoluteURL.standardizedFileURL.path
    self.path = path
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw CocoaError(.fileReadNoSuchFile, at: url)
    }
    self.isDirectory = isDirectory.boolValue
    relativePath = base.map { Self.path(from: Self.directory(of: $0), to: path) }
    number = FileNumber(at: path)
  }

  init(_ data: Data) throws {
    guard let bookmark = try? PropertyListDecoder().decode(Bookmark.self, from: data),
      bookmark.format == Self.format
    else { throw CocoaError(.fileReadCorruptFile) }
    self = bookmark
  }

  func data() throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode(self)
  }

  /// Finds the file.
  ///
  /// - Returns: The URL of the file, and `true` if a new bookmark should be made.
  func resolve(relativeTo base: URL?) throws -> (url: URL, isStale: Bool) {
    let moved = base.flatMap { base in
      relativePath.map { URL(fileURLWithPath: $0, relativeTo: Self.directory(of: base)) }
    }
    let candidates = [path] + (moved.map { [$0.standardizedFileURL.path] } ?? [])
    let same = candidates.first { number != nil && FileNumber(at: $0) == number } ?? renamed
    let found = same ?? candidates.first { FileManager.default.fileExists(atPath: $0) }
    guard let found else {
      throw CocoaError(.fileNoSuchFile, at: URL(fileURLWithPath: path))
    }
    let isSame = FileNumber(at: found) == number
    return (URL(fileURLWithPath: found, isDirectory: isDirectory), found != path || !isSame)
  }

  /// The path of the file under another name in its directory.
  private var renamed: String? {
    let directory = (path as NSString).deletingLastPathComponent
    guard let number,
      let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
    else { return nil }
    return names.lazy.map { (directory as NSString).appendingPathComponent($0) }
      .first { FileNumber(at: $0) == number }
  }

  /// Returns the directory that relative paths start from: that of a file, or the directory itself.
  private static func directory(of url: URL) -> URL {
    var isDirectory: ObjCBool = false
    let url = url.absoluteURL.standardizedFileURL
    let isThere = FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
    return isThere && isDirectory.boolValue ? url : url.deletingLastPathComponent()
  }

  private static func path(from directory: URL, to path: String) -> String {
    let (from, to) = (directory.pathComponents, URL(fileURLWithPath: path).pathComponents)
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to.dropFirst(shared)).joined(separator: "/")
  }
}

extension CocoaError {
  init(_ code: CocoaError.Code, at url: URL) {
    self.init(code, userInfo: [NSURLErrorKey: url, NSFilePathErrorKey: url.path])
  }
}
#endif
