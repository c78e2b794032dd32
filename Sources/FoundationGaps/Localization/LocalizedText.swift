#if !canImport(Darwin)
public import Foundation

/// A text to be localized, which has the name `String.LocalizationValue`. It consists of a key with
/// specifiers, and the values of the specifiers.
///
/// The key of `"\(count) trips to \(place)"` is `%lld trips to %@`.
public struct LocalizedText: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// The value of a specifier.
  enum Argument: Equatable, Sendable {
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

  public init(stringLiteral value: String) { self.init(value) }

  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    arguments = stringInterpolation.arguments
    isFormat = true
  }

  /// The key and the values of an interpolation while it is being built.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var key = ""
    fileprivate var arguments: [Argument] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + interpolationCount * 2)
      arguments.reserveCapacity(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) {
      key += literal.replacing("%", with: "%%")
    }

    public mutating func appendInterpolation(_ value: some StringProtocol) {
      append(.text(String(value)), "%@")
    }

    public mutating func appendInterpolation(_ value: some SignedInteger & FixedWidthInteger) {
      append(.integer(Int64(clamping: value)), value.bitWidth > 32 ? "%lld" : "%d")
    }

    public mutating func appendInterpolation(_ value: some UnsignedInteger & FixedWidthInteger) {
      append(.unsigned(UInt64(clamping: value)), value.bitWidth > 32 ? "%llu" : "%u")
    }

    public mutating func appendInterpolation(_ value: Double) { append(.real(value), "%lf") }

    public mutating func appendInterpolation(_ value: Float) { append(.real(Double(value)), "%f") }

    /// Appends a number with its own specifier, such as `%.2f`.
    public mutating func appendInterpolation(_ value: Double, specifier: String) {
      append(.real(value), specifier)
    }

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

  /// Returns the text in the language of a bundle's table.
  ///
  /// - Parameter fallback: The text to use if the table does not have the key.
  func localized(
    _ key: String, _ fallback: LocalizedText, _ table: String?, _ bundle: Bundle, _ locale: Locale
  ) -> String {
    let format = bundle.localizedString(forKey: key, value: fallback.key, table: table)
    return isFormat ? FormattedText(format, arguments, locale).text : format
  }
}

/// A type with the name of localized texts: `String`.
public protocol _Localizable {}
extension String: _Localizable {}

extension _Localizable {
  public typealias LocalizationValue = LocalizedText
}
#endif
