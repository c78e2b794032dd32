import Foundation
import PerennialRecords

// The forms in which devices keep the values: dates as seconds since 2001, and lists as JSON, as attributes of
// SwiftData are stored. So a client and a device read each other's values.

extension WebValue {
  /// The seconds from 1970 to 2001.
  private static let epoch = 978_307_200.0

  /// The value of a field; nil for a list of references, which is a to-many relationship.
  var stored: RecordValue? {
    switch self {
    case .string(let text): .text(text.precomposedStringWithCanonicalMapping)
    case .int64(let number): .integer(number)
    case .double(let number): .real(number)
    case .timestamp(let time): .real(Self.seconds(time))
    case .bytes(let data): .blob(data)
    case .reference(let name): .reference(name)
    case .asset(let asset): .asset(asset)
    case .encryptedBytes(let data): .sealed(data)
    case .list(.referenceList, _): nil
    case .location, .list: JSONText.stored(element).map { .text($0) }
    }
  }

  /// The JSON form of an element of a stored list.
  private var element: JSONValue {
    switch self {
    case .timestamp(let time): .real(Self.seconds(time))
    case .location(let location): location.json
    case .list(_, let values): .list(values.map(\.element))
    default: json { _ in nil }
    }
  }

  private static func seconds(_ time: Int64) -> Double { Double(time) / 1000 - epoch }

  private static func time(_ seconds: Double) -> Int64? {
    Int64(exactly: ((seconds + epoch) * 1000).rounded())
  }

  /// Creates the value of a field; nil for no value.
  ///
  /// - Parameter mark: The type that a client gave the field. It counts if the value can be of the type: devices may
  ///   have written another one since.
  init?(_ stored: RecordValue, mark: WebType?) {
    if let mark, let value = Self.marked(stored, mark) {
      self = value
      return
    }
    switch stored {
    case .null: return nil
    case .integer(let number): self = .int64(number)
    case .real(let number): self = .double(number)
    case .text(let text): self = .string(text)
    case .blob(let data): self = .bytes(data)
    case .reference(let name): self = .reference(name)
    case .sealed(let data): self = .encryptedBytes(data)
    case .asset(let asset): self = .asset(asset)
    }
  }

  private static func marked(_ stored: RecordValue, _ mark: WebType) -> WebValue? {
    switch (stored, mark) {
    case (.real(let seconds), .timestamp): time(seconds).map { .timestamp($0) }
    case (.text(let text), _) where mark.element != nil || mark == .location:
      JSONText.value(of: text).flatMap { element($0, mark) }
    default: nil
    }
  }

  private static func element(_ json: JSONValue, _ type: WebType) -> WebValue? {
    switch type {
    case .timestamp: return json.number.flatMap(time).map { .timestamp($0) }
    case .reference, .asset, .encryptedBytes: return nil
    default:
      guard let elementType = type.element else {
        return try? WebValue(json, as: type, field: "")
      }
      let values = json.list?.map { element($0, elementType) }
      guard let values, !values.contains(nil) else { return nil }
      return .list(type, values.compactMap { $0 })
    }
  }

  /// Returns `true` if a field with a value may have a value of a type. The types of fields do not change, because
  /// devices could not read values of others.
  func allows(_ type: WebType) -> Bool {
    if type == self.type { return true }
    switch (self, type) {
    // A date of a device is a number, and a large value of bytes an asset.
    case (.double, .timestamp), (.bytes, .asset), (.asset, .bytes): return true
    // A list of a device is a text.
    case (.string(let text), _): return Self.marked(.text(text), type) != nil
    default: return false
    }
  }
}

extension JSONText {
  /// Returns the text in which devices keep lists and structures: the keys are sorted.
  static func stored(_ value: JSONValue) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the value of a JSON text; nil for another text.
  static func value(of text: String) -> JSONValue? {
    guard text.hasPrefix("[") || text.hasPrefix("{") else { return nil }
    return try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }
}
