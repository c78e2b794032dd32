public import Foundation

/// An error in a file of starter recipes: the file, the place in it, and the reason.
public struct SeedError: Error, Equatable, Sendable {
  /// The file's name.
  public var file: String
  /// The path of the offending key, such as `recipes[3].minutes`; empty for the whole file.
  public var key: String
  /// The reason, as a clause.
  public var reason: String

  public init(file: String, key: String, reason: String) {
    self.file = file
    self.key = key
    self.reason = reason
  }
}

extension SeedError: LocalizedError, CustomStringConvertible {
  public var description: String {
    key.isEmpty ? "\(file): \(reason)" : "\(file), at \(key): \(reason)"
  }

  public var errorDescription: String? { description }
}

extension SeedError {
  /// Says where and why decoding stopped.
  init(file: String, decoding error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(
        file: file,
        key: Self.path(context.codingPath + [key]),
        reason: "the key is missing"
      )
    case .valueNotFound(_, let context):
      self.init(file: file, key: Self.path(context.codingPath), reason: "the value is null")
    case .typeMismatch(let type, let context):
      self.init(file: file, key: Self.path(context.codingPath), reason: "expected \(type)")
    case .dataCorrupted(let context):
      self.init(
        file: file,
        key: Self.path(context.codingPath),
        reason: context.debugDescription
      )
    @unknown default:
      self.init(file: file, key: "", reason: "\(error)")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
