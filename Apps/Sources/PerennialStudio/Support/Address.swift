import Foundation

/// An address of the studio: a path and fields.
struct Address: Sendable {
  private let path: String
  private var fields: [(name: String, value: String)] = []

  init(_ path: String) { self.path = path }

  static func rows(of entity: String) -> Address {
    Address("/rows").adding("entity", entity)
  }

  static func row(of entity: String, key: Int64) -> Address {
    Address("/row").adding("entity", entity).adding("key", "\(key)")
  }

  /// Returns the address with a field. Fields without a value are left out.
  func adding(_ name: String, _ value: String?) -> Address {
    guard let value, !value.isEmpty else { return self }
    var address = self
    address.fields.append((name, value))
    return address
  }

  var text: String {
    if fields.isEmpty { return path }
    return path + "?"
      + fields.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
