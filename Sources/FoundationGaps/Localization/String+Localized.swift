#if !canImport(Darwin)
public import Foundation

extension String {
  /// Creates a text in the language of a bundle's table, or the text itself where there is none.
  ///
  /// ```swift
  /// print(String(localized: "\(lines.count) recipes"))  // the key is “%lld recipes”
  /// ```
  ///
  /// - Parameters:
  ///   - table: The name of the table's file without `.strings`; nil for `Localizable`.
  ///   - bundle: The bundle with the table; nil for the main bundle.
  ///   - locale: The locale of the numbers in the text.
  ///   - comment: A note for translators, which tools find in the source.
  @_disfavoredOverload
  public init(
    localized keyAndValue: LocalizedText, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = keyAndValue.localized(
      keyAndValue.key, table: table, bundle: bundle ?? .main, locale: locale)
  }

  /// Creates the text for a key in the language of a bundle's table, or a default where there is none.
  ///
  /// ```swift
  /// print(String(localized: "recipes.title", defaultValue: "Recipes"))
  /// ```
  @_disfavoredOverload
  public init(
    localized key: StaticString, defaultValue: LocalizedText, table: String? = nil,
    bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = defaultValue.localized("\(key)", table: table, bundle: bundle ?? .main, locale: locale)
  }

  /// Creates the text of a resource.
  @_disfavoredOverload
  public init(localized resource: LocalizedStringResource) {
    self = resource.defaultValue.localized(
      resource.key, table: resource.table, bundle: resource.bundle.bundle, locale: resource.locale)
  }
}
#endif
