package import Foundation

/// A value of a property list, with the references that keyed archives have.
package indirect enum ListValue {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  case date(Double)
  case data(Data)
  case text(String)
  case uid(UInt64)
  case array([ListValue])
  case set([ListValue])
  case dictionary([(key: ListValue, value: ListValue)])

  /// A dictionary whose keys are texts.
  package static func fields(_ fields: [(String, ListValue)]) -> ListValue {
    .dictionary(fields.map { (.text($0.0), $0.1) })
  }

  /// The binary property list of the value.
  package var propertyList: Data {
    var writer = PropertyListWriter()
    return writer.list(self)
  }
}

/// Writes binary property lists. Foundation writes none with references of keyed archives.
private struct PropertyListWriter {
  private enum Flat {
    case bytes([UInt8])
    case container(UInt8, [Int])
  }

  private var objects: [Flat] = []

  mutating func list(_ value: ListValue) -> Data {
    let root = add(value)
    let referenceSize = objects.count < 256 ? 1 : objects.count < 65_536 ? 2 : 4
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .bytes(let object): bytes += object
      case .container(let kind, let members):
        bytes += Self.marker(kind, kind == 0xD ? members.count / 2 : members.count)
        for member in members { bytes += Self.bigEndian(UInt64(member), referenceSize) }
      }
    }
    let start = bytes.count
    for offset in offsets { bytes += Self.bigEndian(UInt64(offset), 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, UInt8(referenceSize)]
    for number in [objects.count, root, start] { bytes += Self.bigEndian(UInt64(number), 8) }
    return Data(bytes)
  }

  private mutating func add(_ value: ListValue) -> Int {
    let index = objects.count
    objects.append(.bytes([]))
    switch value {
    case .null: objects[index] = .bytes([0])
    case .bool(let bool): objects[index] = .bytes([bool ? 9 : 8])
    case .integer(let integer):
      objects[index] = .bytes(
        (0...255).contains(integer)
          ? [0x10, UInt8(integer)]
          : [0x13] + Self.bigEndian(UInt64(bitPattern: integer), 8))
    case .unsigned(let integer):
      objects[index] = .bytes([0x14] + Self.bigEndian(0, 8) + Self.bigEndian(integer, 8))
    case .real(let real):
      objects[index] = .bytes([0x23] + Self.bigEndian(real.bitPattern, 8))
    case .date(let seconds):
      objects[index] = .bytes([0x33] + Self.bigEndian(seconds.bitPattern, 8))
    case .data(let data): objects[index] = .bytes(Self.marker(4, data.count) + [UInt8](data))
    case .text(let text):
      if text.utf8.allSatisfy({ $0 < 128 }) {
        objects[index] = .bytes(Self.marker(5, text.utf8.count) + Array(text.utf8))
      } else {
        let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        objects[index] = .bytes(Self.marker(6, text.utf16.count) + units)
      }
    case .uid(let uid):
      objects[index] = .bytes(
        uid < 256 ? [0x80, UInt8(uid)] : [0x83] + Self.bigEndian(uid, 4))
    case .array(let members): objects[index] = .container(0xA, members.map { add($0) })
    case .set(let members): objects[index] = .container(0xC, members.map { add($0) })
    case .dictionary(let pairs):
      let keys = pairs.map { add($0.key) }
      objects[index] = .container(0xD, keys + pairs.map { add($0.value) })
    }
    return index
  }

  private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15
      ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + bigEndian(UInt64(count), 4)
  }

  private static func bigEndian(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}
