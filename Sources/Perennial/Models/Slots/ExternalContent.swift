public import Foundation
import PerennialRecords

extension _Storage {
  /// The conversion of an attribute's values to and from bytes, for external storage.
  public protocol ExternalContent {
    /// The type of the property.
    associatedtype Value
    /// Returns the bytes of a value, or nil for nil.
    static func _data(of value: Value) throws -> Data?
    /// Returns the value that bytes represent.
    ///
    /// - Throws: ``SwiftDataError/storeFailure`` or the error that decoding throws, if the bytes do
    ///   not represent a value of the type.
    static func _value(from data: Data) throws -> Value
  }

  /// The content of data and texts, which are stored as their own bytes.
  public enum PlainContent<Value: ExternalValue>: ExternalContent {
    public static func _data(of value: Value) -> Data? { value._externalData }

    public static func _value(from data: Data) throws -> Value {
      if let value = Value(_externalData: data) { return value }
      throw SwiftDataError.storeFailure.because(
        "\(data.count) bytes are not a value of \(Value.self)")
    }
  }

  /// The content of other `Codable` values, which are stored as JSON.
  public enum JSONContent<Value: Codable>: ExternalContent {
    public static func _data(of value: Value) throws -> Data? {
      try _text(of: value).map { Data($0.utf8) }
    }

    /// Returns the JSON of a value, or nil for nil.
    static func _text(of value: Value) throws -> String? {
      if (value as? any OptionalValue)?.isNil == true { return nil }
      return try JSONColumn.stored(value)
    }

    public static func _value(from data: Data) throws -> Value {
      try JSONColumn.decode(Value.self, from: String(decoding: data, as: UTF8.self))
    }
  }

  /// The content of values that a transformer converts to data.
  public enum TransformedContent<Value, Source: TransformerSource>: ExternalContent {
    private static var transformation: Transformation {
      Transformation(name: Source._option.transformerName ?? "")
    }

    public static func _data(of value: Value) throws -> Data? {
      if let optional = value as? any OptionalValue {
        return try optional.unwrapped.map { try transformation.data(of: $0) }
      }
      return try transformation.data(of: value)
    }

    public static func _value(from data: Data) throws -> Value {
      try transformation.value(Value.self, from: data)
    }
  }

  /// A value that is stored as its own bytes, and may be large.
  public protocol ExternalValue: ColumnValue {
    /// The bytes to store; nil for nil.
    var _externalData: Data? { get }
    /// Creates a value from its bytes, or returns nil if they do not represent one.
    init?(_externalData: Data)
  }
}

extension Data: _Storage.ExternalValue {
  public var _externalData: Data? { self }
  /// Creates a copy of the data.
  public init(_externalData: Data) { self = _externalData }
}

extension String: _Storage.ExternalValue {
  public var _externalData: Data? { Data(storedForm.utf8) }
  /// Creates a string from UTF-8, or returns nil if the data isn't UTF-8.
  public init?(_externalData: Data) { self.init(data: _externalData, encoding: .utf8) }
}

extension Optional: _Storage.ExternalValue where Wrapped: _Storage.ExternalValue {
  public var _externalData: Data? { flatMap(\._externalData) }
  /// Creates a wrapped value, or returns nil if the data does not represent one.
  public init?(_externalData: Data) {
    guard let value = Wrapped(_externalData: _externalData) else { return nil }
    self = value
  }
}
