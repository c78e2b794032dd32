#if !canImport(Darwin)
public import Foundation

/// A text that is localized later: `String(localized: resource)`.
///
/// ```swift
/// let title: LocalizedStringResource = "Recipes"
/// print(String(localized: title))
/// ```
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// The bundle with the table of a text.
  public enum BundleDescription: Equatable, @unchecked Sendable {
    /// The main bundle of the program.
    case main
    /// The bundle that the class belongs to.
    case forClass(AnyClass)
    /// The bundle in a directory; the main bundle if the directory isn't a bundle.
    case atURL(URL)

    /// Returns `true` if both descriptions lead to the same directory.
    public static func == (left: Self, right: Self) -> Bool {
      left.bundle.bundleURL == right.bundle.bundleURL
    }

    /// The bundle. It is the main bundle if there is none at the URL.
    var bundle: Bundle {
      switch self {
      case .main: .main
      case .forClass(let type): Bundle(for: type)
      case .atURL(let url): Bundle(url: url) ?? .main
      }
    }
  }

  /// The key in the table.
  public let key: String
  /// The text to use if the table does not have the key.
  public let defaultValue: LocalizedText
  /// The name of the table; nil for the default one.
  public let table: String?
  /// The locale of the numbers in the text.
  public var locale: Locale
  /// The bundle with the table.
  public let bundle: BundleDescription

  /// Creates a text that is its own key.
  public init(
    _ keyAndValue: LocalizedText, table: String? = nil, locale: Locale = .current,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    self.init(keyAndValue.key, value: keyAndValue, table: table, locale: locale, bundle: bundle)
  }

  /// Creates a text with a key.
  public init(
    _ key: StaticString, defaultValue: LocalizedText, table: String? = nil,
    locale: Locale = .current, bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    self.init("\(key)", value: defaultValue, table: table, locale: locale, bundle: bundle)
  }

  /// Creates a text that is its own key, from a literal.
  public init(stringLiteral value: String) { self.init(LocalizedText(value)) }

  /// Creates a text that is its own key, from a literal with interpolations.
  public init(stringInterpolation: LocalizedText.StringInterpolation) {
    self.init(LocalizedText(stringInterpolation: stringInterpolation))
  }

  private init(
    _ key: String, value: LocalizedText, table: String?, locale: Locale,
    bundle: BundleDescription
  ) {
    self.key = key
    defaultValue = value
    self.table = table
    self.locale = locale
    self.bundle = bundle
  }
}
#endif
