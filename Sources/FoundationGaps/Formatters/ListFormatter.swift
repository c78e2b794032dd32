#if !canImport(Darwin)
public import Foundation

/// A formatter that joins items to a list: “A, B, and C”.
open class ListFormatter: Formatter {
  /// The locale of the words and commas between the items; nil for the current one.
  open var locale: Locale!

  /// The formatter of the items; nil for their descriptions.
  open var itemFormatter: Formatter?

  public override init() { super.init() }

  /// Returns `nil`, because formatters cannot be archived.
  public required init?(coder: NSCoder) { nil }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = ListFormatter()
    copy.locale = locale
    copy.itemFormatter = itemFormatter
    return copy
  }

  /// Joins texts by the rules of the current locale.
  ///
  /// ```swift
  /// print(ListFormatter.localizedString(byJoining: ["Rice", "Saffron", "Stock"]))
  /// // Rice, Saffron, and Stock
  /// ```
  open class func localizedString(byJoining strings: [String]) -> String {
    list(strings, .autoupdatingCurrent)
  }

  /// Joins items in the format of the ``itemFormatter``, or by their descriptions.
  open func string(from items: [Any]) -> String? {
    let texts = items.map { item in
      itemFormatter?.string(for: item) ?? "\(item)"
    }
    return Self.list(texts, locale ?? .autoupdatingCurrent)
  }

  /// Joins the items of an array; returns `nil` for any other object.
  open override func string(for obj: Any?) -> String? {
    (obj as? [Any]).flatMap(string(from:))
  }

  private static func list(_ texts: [String], _ locale: Locale) -> String {
    texts.formatted(.list(type: .and, width: .standard).locale(locale))
  }
}
#endif
