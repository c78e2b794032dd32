public import Foundation

/// An operation on a store or a document that failed.
///
/// ```swift
/// do {
///   _ = try store.rows(of: "Recipes")
/// } catch let error as InspectionError where error.code == .unknownEntity {
///   print(error.description)
/// }
/// ```
public struct InspectionError: Error, CustomStringConvertible, Sendable {
  /// The kind of failure.
  public enum Code: String, Sendable {
    /// The store has no entity of this name.
    case unknownEntity
    /// The store has contents that it should not have; a verification reports them.
    case damagedStore
    /// The file or store that was to be created already exists.
    case targetExists
    /// The store into which a document was to be imported has objects.
    case targetNotEmpty
    /// The store into which a document was to be imported has another schema.
    case otherSchema
    /// A file cannot be read or written.
    case fileFailure
    /// The entity has no property of this name, or it has not the kind that was needed.
    case unknownProperty
    /// A query has taken longer than it may.
    case timeLimit
  }

  /// The kind of failure.
  public let code: Code
  /// A text that says what happened, to what, and what to do.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// Runs an operation on a file. Its error is reported as ``Code/fileFailure``, after what cannot be done.
  static func naming<Result>(
    _ failure: @autoclosure () -> String, _ operation: () throws -> Result
  ) throws -> Result {
    do {
      return try operation()
    } catch {
      throw InspectionError(.fileFailure, "\(failure()): \(error.localizedDescription)")
    }
  }
}

/// The error as Foundation's `NSError`, with the domain `PerennialInspection.InspectionError`.
/// Documentation/Compatibility.md lists the codes.
extension InspectionError: CustomNSError, LocalizedError {
  /// The domain `PerennialInspection.InspectionError`.
  public static var errorDomain: String { "PerennialInspection.InspectionError" }

  /// The number of the error's code. A number is never reassigned to another code.
  public var errorCode: Int {
    switch code {
    case .unknownEntity: 1
    case .damagedStore: 2
    case .targetExists: 3
    case .targetNotEmpty: 4
    case .otherSchema: 5
    case .fileFailure: 6
    case .unknownProperty: 7
    case .timeLimit: 8
    }
  }

  /// The description of the error.
  public var errorDescription: String? { description }
  /// The description of the error, for `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
