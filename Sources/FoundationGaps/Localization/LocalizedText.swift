#if !canImport(Darwin)
public import Foundation

/// A text to be localized, which has the name `String.LocalizationValue`. It consists of a key with
/// specifiers, and the values of the specifiers.
///
/// The key of `"\(count) trips to \(place)"` is `%lld trips to %@`.
///
/// Extensions of `String.LocalizationValue` are written as extensions of this type: the name is an alias, which gives way to
/// a type of a later Foundation.
public struct LocalizedText: ExpressibleByStringInterpolation, Equatable, Codable, Sendable {
  /// The value of a specifier.
  enum Argument: Equatable, Codable, Sendable {
    case text(String)
    case integer(Int64)
    case unsigned(UInt64)
    case real(Double)
  }

  let key: String
  /// The values, in the order of their specifiers in the key.
  let arguments: [Argument]
  /// `false` for a literal without interpolations, whose percent signs are text.
  let isFormat: Bool

  /// Creates a text that is its own key. Percent signs in it are text.
  public init(_ value: String) {
    key = value
    arguments = []
    isFormat = false
  }

  /// Creates a text that is its own key, from a literal. Percent signs in it are text.
  public init(stringLiteral value: String) { self.init(value) }

  /// Creates a text whose key has a specifier, such as `%@` or `%lld`, for each interpolated value.
  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    arguments = stringInterpolation.arguments
    isFormat = true
  }

  /// The key and the values of an interpolation while it is being built.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var key = ""
    fileprivate var arguments: [Argument] = []

    /// Creates an empty interpolation, with memory for the expected parts.
    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + interpolationCount * 2)
      arguments.reserveCapacity(interpolationCount)
    }

    /// Appends text. Percent signs are escaped.
    public mutating func appendLiteral(_ literal: String) {
      key += literal.replacing("%", with: "%%")
    }

    /// Appends a text, with the specifier `%@`.
    public mutating func appendInterpolation(_ value: some StringProtocol) {
      append(.text(String(value)), "%@")
    }

    /// Appends an integer, with the specifier `%lld`, or `%d` up to 32 bits.
    public mutating func appendInterpolation(_ value: some SignedInteger & FixedWidthInteger) {
      append(.integer(Int64(clamping: value)), value.bitWidth > 32 ? "%lld" : "%d")
    }

    /// Appends an unsigned integer, with the specifier `%llu`, or `%u` up to 32 bits.
    public mutating func appendInterpolation(_ value: some UnsignedInteger & FixedWidthInteger) {
      append(.unsigned(UInt64(clamping: value)), value.bitWidth > 32 ? "%llu" : "%u")
    }

    /// Appends a number, with the specifier `%lf`.
    public mutating func appendInterpolation(_ value: Double) { append(.real(value), "%lf") }

    /// Appends a number, with the specifier `%f`.
    public mutating func appendInterpolation(_ value: Float) { append(.real(Double(value)), "%f") }

    /// Appends a number with its own specifier, such as `%.2f`.
    public mutating func appendInterpolation(_ value: Double, specifier: String) {
      append(.real(value), specifier)
    }

    /// Appends an integer with its own specifier, such as `%04lld`.
    public mutating func appendInterpolation(_ value: Int, specifier: String) {
      append(.integer(Int64(value)), specifier)
    }

    /// Appends a value in the format of a format style.
    public mutating func appendInterpolation<Style: FormatStyle>(
      _ value: Style.FormatInput, format: Style
    ) where Style.FormatOutput == String {
      append(.text(format.format(value)), "%@")
    }

    private mutating func append(_ argument: Argument, _ specifier: String) {
      key += specifier
      arguments.append(argument)
    }
  }

  /// Returns the text of a key in the language of a bundle's table, or this text if the table does not have
  /// the key.
  func localized(
    _ key: String, table: String?, bundle: Bundle, locale: Locale
  ) -> String {
    let format = bundle.localizedString(forKey: key, value: self.key, table: table)
    return isFormat ? FormattedText(format, arguments: arguments, locale: locale).text : format
  }
}

/// A type with the name of localized texts: `String`.
public protocol _Localizable {}
extension String: _Localizable {}

extension _Localizable {
  /// A text with its key and the values of its interpolations.
  public typealias LocalizationValue = LocalizedText
}
#endif
