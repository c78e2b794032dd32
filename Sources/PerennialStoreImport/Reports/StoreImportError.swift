public import Foundation

/// The reason why a store cannot be imported. Nothing was written.
///
/// ```swift
/// do {
///   _ = try StoreImport(contentsOf: url).run(into: container)
/// } catch let error as StoreImportError {
///   print(error.entity ?? "", error.row ?? 0, error.property ?? "", error.description)
/// }
/// ```
public struct StoreImportError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The kind of failure.
  public enum Code: String, CaseIterable, Sendable {
    /// The mapping names an entity or a property that the file or the container does not have.
    case unknownName
    /// No entity of the file has a class in the container.
    case nothingToImport
    /// A property must have a value, and the file has none for it.
    case missingValue
    /// A property cannot have the value of the file, and must have one.
    case unfitValue
    /// A relationship must have a target, and the object that the file names is not imported.
    case missingTarget
    /// The container's store refuses a row.
    case refusedRow
    /// The mapping has a rule that its property cannot have, such as a closure for a relationship.
    case unfitMapping
    /// The container has records of former imports of the file that cannot be read.
    case unreadableRecords
  }

  /// The kind of failure.
  public let code: Code
  /// A text that says what happened, to what, and what to do.
  public let description: String
  /// The path of the file.
  public let path: String
  /// The name of the entity in the file, if one is concerned.
  public let entity: String?
  /// The primary key of the row in the file, if one is concerned.
  public let row: Int64?
  /// The name of the property in the container, if one is concerned.
  public let property: String?

  init(
    _ code: Code, path: String, entity: String? = nil, row: Int64? = nil, property: String? = nil,
    _ description: String
  ) {
    self.code = code
    self.path = path
    self.entity = entity
    self.row = row
    self.property = property
    self.description = "\(path): \(description)"
  }
}

/// The error as Foundation's `NSError`, with the domain `PerennialStoreImport.StoreImportError`.
extension StoreImportError: CustomNSError, LocalizedError {
  /// The domain `PerennialStoreImport.StoreImportError`.
  public static var errorDomain: String { "PerennialStoreImport.StoreImportError" }

  /// The number of the error's code. A number is never reassigned to another code.
  public var errorCode: Int {
    switch code {
    case .unknownName: 1
    case .nothingToImport: 2
    case .missingValue: 3
    case .unfitValue: 4
    case .missingTarget: 5
    case .refusedRow: 6
    case .unfitMapping: 7
    case .unreadableRecords: 8
    }
  }

  /// The description of the error.
  public var errorDescription: String? { description }
  /// The description of the error, for `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
