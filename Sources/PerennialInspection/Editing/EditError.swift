public import Foundation

/// The reasons why an edit of an object was refused. Nothing was changed.
///
/// ```swift
/// do {
///   _ = try editor.update("Recipe", key: 34, [FieldInput(name: "minutes", from: "20", to: "soon")])
/// } catch let error as EditError {
///   for (property, reason) in error.fields { print("\(property): \(reason)") }
/// }
/// ```
public struct EditError: Error, CustomStringConvertible, Sendable {
  /// The reasons by property.
  public let fields: [String: String]
  /// A reason that concerns no single property; nil if there is none.
  public let reason: String?

  init(fields: [String: String] = [:], reason: String? = nil) {
    (self.fields, self.reason) = (fields, reason)
  }

  /// All reasons, the properties in alphabetical order.
  public var description: String {
    let fields = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return ((reason.map { [$0] } ?? []) + fields).joined(separator: "; ")
  }
}

/// The error as Foundation's `NSError`, with the domain `PerennialInspection.EditError` and the code 1.
extension EditError: CustomNSError, LocalizedError {
  /// The domain `PerennialInspection.EditError`.
  public static var errorDomain: String { "PerennialInspection.EditError" }
  /// The number of the error: 1.
  public var errorCode: Int { 1 }
  /// The description of the error.
  public var errorDescription: String? { description }
  /// The description of the error, for `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
