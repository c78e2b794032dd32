import Foundation
public import Hummingbird

/// The fields of a form or of a query, each with all its values in order.
public struct FormFields: Sendable {
  private var values: [String: [String]] = [:]

  /// Reads `a=1&b=two+words`.
  public init(encoded text: String) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]) else { continue }
      let value = parts.count > 1 ? Self.decoded(parts[1]) ?? "" : ""
      values[name, default: []].append(value)
    }
  }

  /// Reads the query of a request's address.
  public init(queryOf request: Request) {
    self.init(encoded: request.uri.query ?? "")
  }

  /// Reads the body of a form that was sent; forms of more than half a megabyte are refused.
  public init(bodyOf request: Request) async throws {
    let type = request.headers[.contentType] ?? ""
    guard type.lowercased().hasPrefix("application/x-www-form-urlencoded") else {
      throw HTTPError(.unsupportedMediaType, message: "This address expects an HTML form.")
    }
    let body = try await request.body.collect(upTo: 512 * 1024)
    self.init(encoded: String(buffer: body))
  }

  /// The first value of a field; empty when it is missing.
  public subscript(name: String) -> String { values[name]?.first ?? "" }

  /// All values of a field.
  public func all(_ name: String) -> [String] { values[name] ?? [] }

  private static func decoded(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }
}
