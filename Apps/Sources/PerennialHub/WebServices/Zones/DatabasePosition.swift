import Foundation

/// A position in the changes of a database: the heads of the zones that a client knows.
///
/// Zones have no common sequence of changes. So writes to different zones do not wait for each other, and the position
/// grows with their number.
struct DatabasePosition {
  var zones: [String: String] = [:]

  /// Reads a position; nil is the beginning.
  ///
  /// - Throws: `BAD_REQUEST` for a text that isn't a position of a hub.
  init(_ text: String?) throws(WebError) {
    guard let text else { return }
    guard let data = Data(base64Encoded: text),
      let zones = try? JSONDecoder().decode([String: String].self, from: data)
    else { throw .tokenExpired }
    self.zones = zones
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return ((try? encoder.encode(zones)) ?? Data()).base64EncodedString()
  }
}
