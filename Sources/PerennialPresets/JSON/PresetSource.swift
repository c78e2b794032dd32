import Foundation
import PerennialJSON

/// The source of a catalog file. Nothing is read before ``bytes()`` or ``read(_:)`` is called.
enum PresetSource: Sendable {
  case file(URL)
  /// - Parameter name: The name of the file in errors.
  case data(Data, name: String)

  /// The name of the file in errors: a path that terminals and editors can open.
  var name: String {
    switch self {
    case .file(let url): url.path
    case .data(_, let name): name
    }
  }

  /// Returns a reader of the bytes.
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

  /// Passes a reader of the whole file to a block, which reads one value.
  ///
  /// - Throws: ``PresetError``, also if the file isn't JSON, and the errors of the block.
  func read(_ body: (inout JSONReader) throws -> Void) throws {
    do {
      var reader = JSONReader(try bytes())
      try body(&reader)
      try reader.end()
    } catch let error as TextError {
      throw PresetError(error)
    }
  }

  private func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw PresetError(
        .invalidFile, ["\(name): the file cannot be read: \(error.localizedDescription)"])
    }
  }
}

extension PresetError {
  /// Creates the error of a file that isn't JSON.
  init(_ error: TextError) { self.init(.invalidFile, [error.description]) }
}
