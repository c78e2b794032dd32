import Foundation

/// A type whose decoder reads all that its encoder writes with the strategies of ``JSONColumn``.
protocol ReadableJSON {
  /// `false` if values have parts that are ``UnorderedJSON``.
  static var isOrdered: Bool { get }
}

extension ReadableJSON {
  static var isOrdered: Bool { true }
}

extension Bool: ReadableJSON {}
extension String: ReadableJSON {}
extension Int: ReadableJSON {}
extension Int8: ReadableJSON {}
extension Int16: ReadableJSON {}
extension Int32: ReadableJSON {}
extension Int64: ReadableJSON {}
extension UInt: ReadableJSON {}
extension UInt8: ReadableJSON {}
extension UInt16: ReadableJSON {}
extension UInt32: ReadableJSON {}
extension UInt64: ReadableJSON {}
extension Float: ReadableJSON {}
extension Double: ReadableJSON {}
extension Data: ReadableJSON {}
extension Date: ReadableJSON {}
extension UUID: ReadableJSON {}

extension Optional: ReadableJSON where Wrapped: ReadableJSON {
  static var isOrdered: Bool { Wrapped.isOrdered }
}

extension Array: ReadableJSON where Element: ReadableJSON {
  static var isOrdered: Bool { Element.isOrdered }
}

extension Set: ReadableJSON where Element: ReadableJSON {
  static var isOrdered: Bool { false }
}

extension Dictionary: ReadableJSON where Key: ReadableJSON, Value: ReadableJSON {
  static var isOrdered: Bool { Key.self is any CodingKeyRepresentable.Type && Value.isOrdered }
}
