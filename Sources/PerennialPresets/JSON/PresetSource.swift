import Foundation
import PerennialInspection

/// Where a catalog file is. Nothing is read before somebody asks.
enum PresetSource: Sendable {
  case file(URL)
  /// - Parameter name: What errors call it.
  case data(Data, name: String)

  /// What errors call the file: a path that terminals and editors can open.
  var name: String {
    switch self {
    case .file(let url): url.path
    case .data(_, let name): name
    }
  }

  /// Reads the bytes one after the other.
  ///
  /// - Throws: ``PresetError``.
  func bytes() throws -> ByteReader {
    switch self {
    case .file(let url):
      let handle = try reading { try FileHandle(forReadingFrom: url) }
      return ByteReader(name) { try reading { try handle.read(upToCount: 1 << 16) } }
    case .data(let data, _):
      var rest: Data? = data
      return ByteReader(name) {
        defer { rest = nil }
        return rest
      }
    }
  }

  /// Reads everything.
  ///
  /// - Throws: ``PresetError``, also for what is no JSON.
  func root() throws -> JSONNode {
    do {
      var reader = JSONReader(try bytes())
      let root = try reader.node()
      try reader.end()
      return root
    } catch let error as DocumentError {
      throw PresetError(error)
    }
  }

  private func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw PresetError(
        .invalidFile, ["\(name): it cannot be read: \(error.localizedDescription)"])
    }
  }
}

extension PresetError {
  /// What makes a file no JSON.
  init(_ error: DocumentError) {
    let line = error.line.map { ":\($0)" } ?? ""
    let column = error.column.map { ":\($0)" } ?? ""
    self.init(.invalidFile, ["\(error.file)\(line)\(column): \(error.reason)"])
  }
}
