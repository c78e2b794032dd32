import Foundation
import PerennialRecords

/// Writes the JSON form of records, several times faster than `JSONEncoder`.
enum RecordWriter {
  /// Returns the JSON form of a record; nil for the parts of presets and to-many relationships, for contested
  /// writes, and for content of later versions, which `JSONEncoder` writes.
  static func body(of record: Record) -> Data? {
    let state = record.state
    guard state.links.isEmpty, state.catalogVersion == nil, state.duplicates.isEmpty,
      state.redirect == nil,
      state.others.isEmpty, record.contested.isEmpty
    else { return nil }
    var json = JSONText(capacity: record.byteCount + 64)
    json.begin("{")
    json.member("name")
    json.text(record.name.rawValue)
    json.member("type")
    json.text(record.type)
    if let created = record.created {
      json.member("created")
      json.stamp(created)
    }
    json.member("state")
    write(state, to: &json)
    json.end("}")
    return Data(json.bytes)
  }

  private static func write(_ state: RecordState<RecordValue>, to json: inout JSONText) {
    json.begin("{")
    if !state.edits.isEmpty {
      json.member("fields")
      json.begin("{")
      for (field, edit) in state.edits {
        json.member(field)
        json.begin("[")
        json.stamp(edit.stamp)
        json.separate()
        write(edit.value, to: &json)
        if let base = edit.base {
          json.separate()
          write(base, to: &json)
        }
        json.end("]")
      }
      json.end("}")
    }
    if !state.counters.isEmpty { write(state.counters, to: &json) }
    if let life = state.deletion {
      json.member("life")
      json.begin("[")
      json.stamp(life.stamp)
      json.separate()
      json.literal(life.isDeleted ? "true" : "false")
      json.end("]")
    }
    if let upsert = state.upsert {
      json.member("upsert")
      json.stamp(upsert)
    }
    if let reset = state.reset {
      json.member("reset")
      json.stamp(reset)
    }
    if !state.fieldResets.isEmpty {
      json.member("resets")
      json.begin("{")
      for (field, stamp) in state.fieldResets {
        json.member(field)
        json.stamp(stamp)
      }
      json.end("}")
    }
    json.end("}")
  }

  private static func write(_ counters: [String: CounterTotals], to json: inout JSONText) {
    json.member("counters")
    json.begin("{")
    for (field, counter) in counters {
      json.member(field)
      json.begin("{")
      for (writer, total) in counter.totals {
        json.member(writer.description)
        json.begin("[")
        json.stamp(total.stamp)
        json.separate()
        json.literal(String(total.amount))
        if let reset = total.reset {
          json.separate()
          json.stamp(reset)
        }
        json.end("]")
      }
      json.end("}")
    }
    json.end("}")
  }

  private static func write(_ value: RecordValue, to json: inout JSONText) {
    switch value {
    case .null: json.literal("null")
    case .integer(let number): json.literal(String(number))
    case .text(let text): json.text(text)
    case .real(.infinity): write("real", "Infinity", to: &json)
    case .real(-.infinity): write("real", "-Infinity", to: &json)
    case .real(let number): write("real", number.description, to: &json)
    case .blob(let data): write("blob", data.base64EncodedString(), to: &json)
    case .sealed(let data): write("sealed", data.base64EncodedString(), to: &json)
    case .reference(let name): write("record", name.rawValue, to: &json)
    case .asset(let asset):
      json.begin("{")
      json.member("asset")
      json.begin("[")
      json.text(asset.checksum)
      json.separate()
      json.literal(String(asset.byteCount))
      json.end("]")
      json.end("}")
    }
  }

  private static func write(_ kind: String, _ text: String, to json: inout JSONText) {
    json.begin("{")
    json.member(kind)
    json.text(text)
    json.end("}")
  }
}

/// JSON that is written from its beginning to its end.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  /// `true` if the next member or element is the first one.
  private var isFirst = true

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func begin(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    isFirst = true
  }

  mutating func end(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    isFirst = false
  }

  /// Writes the comma before a further element.
  mutating func separate() { bytes.append(UInt8(ascii: ",")) }

  /// Writes the name of a member, after a comma if there is a member before it.
  mutating func member(_ name: String) {
    if !isFirst { separate() }
    text(name)
    bytes.append(UInt8(ascii: ":"))
    isFirst = false
  }

  mutating func literal(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func text(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Self.digit(byte >> 4))
        bytes.append(Self.digit(byte))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func stamp(_ stamp: Stamp) {
    bytes.append(UInt8(ascii: "\""))
    number(stamp.time.rawValue)
    bytes.append(UInt8(ascii: "-"))
    number(stamp.device.rawValue)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func number(_ number: Int64) {
    for shift in stride(from: 60, through: 0, by: -4) {
      bytes.append(Self.digit(UInt8(truncatingIfNeeded: number >> shift)))
    }
  }

  /// The hexadecimal digit of the lower four bits.
  private static func digit(_ byte: UInt8) -> UInt8 {
    let number = byte & 15
    return number < 10 ? 0x30 + number : 0x57 + number
  }
}
