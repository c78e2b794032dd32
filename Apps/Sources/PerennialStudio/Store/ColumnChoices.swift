import Foundation

/// The columns that were chosen for tables, as the value of a cookie.
///
/// The value has an entry for each table, the last choice first: the beginning of the store's identifier, the
/// entity, and the names of the columns, as `0a1b2c3d.Dish:title.minutes!0a1b2c3d.Cuisine:name`. The oldest entries are
/// left out if the value would be too long for a header.
struct ColumnChoices: Sendable {
  /// The name of the cookie.
  static let cookie = "perennial-studio-columns"
  /// The number of bytes of the longest value.
  static let limit = 2000

  private var entries: [(table: String, columns: String)] = []

  /// Reads the value of a cookie. Parts that are not entries are left out.
  init(_ value: String = "") {
    entries = value.split(separator: "!").compactMap { entry in
      let parts = entry.split(separator: ":")
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
  }

  /// The value of the cookie.
  var value: String {
    var value = ""
    for (table, columns) in entries {
      let entry = "\(value.isEmpty ? "" : "!")\(table):\(columns)"
      if value.utf8.count + entry.utf8.count > Self.limit { break }
      value += entry
    }
    return value
  }

  /// The names of the columns of an entity's table, in their order. Empty if none were chosen.
  ///
  /// - Parameter store: The identifier of the store.
  subscript(entity: String, inStore store: String) -> [String] {
    get {
      let table = Self.table(entity, store)
      let columns = entries.first { $0.table == table }?.columns ?? ""
      return columns.split(separator: ".").compactMap { $0.removingPercentEncoding }
    }
    set {
      let table = Self.table(entity, store)
      entries.removeAll { $0.table == table }
      if newValue.isEmpty { return }
      entries.insert((table, newValue.map(Self.encoded).joined(separator: ".")), at: 0)
    }
  }

  /// The text of the header field that stores the choices in a browser.
  var setting: String {
    let age = entries.isEmpty ? 0 : 365 * 24 * 60 * 60
    return "\(Self.cookie)=\(value); Path=/rows; Max-Age=\(age); HttpOnly; SameSite=Strict"
  }

  private static func table(_ entity: String, _ store: String) -> String {
    "\(store.prefix(8)).\(encoded(entity))"
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
