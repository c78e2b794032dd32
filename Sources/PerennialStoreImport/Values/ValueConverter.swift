import Foundation
import Perennial
import PerennialAppleStores

/// Converts the values of a file's attribute to column values of a property.
struct ValueConverter {
  /// A converted value.
  enum Outcome {
    case value(SQLValue)
    /// A value that differs from that of the file, and the reason.
    case changed(SQLValue, reason: String)
    /// The property cannot have the value.
    case unfit(reason: String)
  }

  /// The types that are converted without a decoder.
  private enum Kind {
    case text, integer, boolean, double, date, uuid, data
    case other
  }

  private let property: PropertyLayout
  private let kind: Kind
  private let convert: ((AppleValue) throws -> Any)?
  private let connection: Connection

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - connection: The connection that writes.
  ///   - convert: The conversion that the program gives; nil for that of the property's type.
  init(
    _ property: PropertyLayout, on connection: Connection,
    by convert: ((AppleValue) throws -> Any)? = nil
  ) {
    self.property = property
    self.connection = connection
    self.convert = convert
    let isPlain = !property.isExternal && !property.isJSON && !property.isTransformed
    kind = isPlain ? Self.kind(of: property.wrappedType) : .other
  }

  private static func kind(of type: any Any.Type) -> Kind {
    if type == String.self { return .text }
    if type == Int.self || type == Int64.self { return .integer }
    if type == Bool.self { return .boolean }
    if type == Double.self { return .double }
    if type == Date.self { return .date }
    if type == UUID.self { return .uuid }
    if type == Data.self { return .data }
    return .other
  }

  /// Converts a value that is not ``AppleValue/null``.
  ///
  /// - Throws: The errors of the program's conversion.
  func convert(_ value: AppleValue) throws -> Outcome {
    if let convert { return converted(value, to: try convert(value)) }
    switch (kind, value) {
    case (.text, .text(let text)), (.text, .url(let text)):
      return .value(text._sqlValue.value)
    case (.integer, .integer(let integer)): return .value(.integer(integer))
    case (.boolean, .bool(let bool)): return .value(.integer(bool ? 1 : 0))
    case (.double, .real(let real)): return .value(.real(real))
    case (.double, .integer(let integer)): return .value(.real(Double(integer)))
    case (.date, .date(let date)): return .value(.real(date.timeIntervalSinceReferenceDate))
    case (.uuid, .uuid(let uuid)): return .value(uuid._sqlValue.value)
    case (.data, .data(let data)): return .value(.blob(data))
    case (_, .invalid(let invalid)): return .unfit(reason: "\(invalid.reason): \(invalid.stored)")
    default: return decoded(value)
    }
  }

  private func converted(_ value: AppleValue, to found: Any) -> Outcome {
    do {
      return try stored(found, value)
    } catch {
      return .unfit(reason: "the converted value cannot be encoded: \(error)")
    }
  }

  private func decoded(_ value: AppleValue) -> Outcome {
    // Bytes that a transformer of the same program has written.
    if property.isTransformed, case .data(let data) = value {
      guard (try? property.fits(.blob(data), on: connection)) == true else {
        return .unfit(reason: "the transformer of the property does not read \(value.kind)")
      }
      return .value(.blob(data))
    }
    guard let type = property.wrappedType as? any Decodable.Type else {
      return .unfit(
        reason: "\(value.kind) cannot become a \(property.wrappedType) without a conversion")
    }
    do {
      let found = try Self.decode(type, value)
      let outcome = try stored(found, value)
      guard case .value(let column) = outcome, let reason = Self.loss(of: value, in: found) else {
        return outcome
      }
      return .changed(column, reason: reason)
    } catch let error as DecodingError {
      return .unfit(reason: Self.reason(error))
    } catch {
      return .unfit(reason: "\(error)")
    }
  }

  private static func decode(_ type: any Decodable.Type, _ value: AppleValue) throws -> Any {
    func open<T: Decodable>(_ type: T.Type) throws -> Any {
      try AppleValueDecoder.decode(type, from: value)
    }
    return try open(type)
  }

  private func stored(_ found: Any, _ value: AppleValue) throws -> Outcome {
    if let column = try property.columnValue(found) { return .value(column) }
    return .unfit(reason: "\(value.kind) is not a value of \(property.valueType)")
  }

  // MARK: Reasons

  /// Returns the reason why a value is not exactly that of the file; nil if it is.
  private static func loss(of value: AppleValue, in found: Any) -> String? {
    switch (value, found) {
    case (.real(let real), let float as Float):
      return Double(float) == real ? nil : "a Float has fewer digits than the number of the file"
    case (.decimal(let decimal), is Decimal):
      // Numbers of 15 digits come back from the file's binary numbers.
      let digits = "\(decimal.significand)".utf8.count
      return digits > 15 ? "the file keeps about 15 digits of a decimal number" : nil
    case (.decimal(let decimal), let double as Double):
      return Decimal(string: "\(double)") == decimal
        ? nil : "a Double is not exactly the decimal number of the file"
    default: return nil
    }
  }

  private static func reason(_ error: DecodingError) -> String {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default: return "\(error)"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
  }
}

extension PropertyLayout {
  /// `true` if the column has what a value transformer has made of the value.
  var isTransformed: Bool { attribute?.isTransformable == true }
}
