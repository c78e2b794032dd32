public import Foundation
import PerennialJSON

/// An error in a document that was to be imported, and its position.
public struct DocumentError: Error, CustomStringConvertible, Sendable {
  /// The path of the file.
  public let file: String
  /// The line, counted from 1; nil for an error of the document as a whole.
  public let line: Int?
  /// The column at which the document cannot be parsed; nil for an error in its contents.
  public let column: Int?
  /// The object and the property, as far as they are known: `Recipe 34, title`.
  public let place: String?
  /// A sentence that says what is wrong and what to do.
  public let reason: String

  /// The file and the line, the object and the property, and the reason: `kitchen.json:17: Recipe 34, title: …`.
  public var description: String {
    let line = line.map { ":\($0)" } ?? ""
    let place = place.map { "\($0): " } ?? ""
    return "\(file)\(line): \(place)\(reason)"
  }
}

/// The error as Foundation's `NSError`, with the domain `PerennialInspection.DocumentError` and the
/// code 1.
extension DocumentError: CustomNSError, LocalizedError {
  /// The domain `PerennialInspection.DocumentError`.
  public static var errorDomain: String { "PerennialInspection.DocumentError" }
  /// The number of the error: 1.
  public var errorCode: Int { 1 }
  /// The description of the error.
  public var errorDescription: String? { description }
  /// The description of the error, for `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

extension DocumentError {
  /// Creates the error of a document that cannot be parsed.
  init(_ error: TextError) {
    self.init(
      file: error.file, line: error.position.line, column: error.position.column, place: nil,
      reason: error.reason)
  }
}
