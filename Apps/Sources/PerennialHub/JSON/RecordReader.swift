import Foundation
import PerennialRecords

/// Reads records and pushes in the forms that devices and hubs usually write them in, several times faster than
/// `JSONDecoder`.
///
/// It returns nil for everything else: for unusual forms and for mistakes. `JSONDecoder` then reads the same
/// bytes, and finds the error if there is one.
enum RecordReader {
  /// Returns the record of a JSON form.
  static func record(in body: Data) -> Record? {
    body.withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes.assumingMemoryBound(to: UInt8.self))
      guard let record = record(at: &cursor), cursor.peek() == nil else { return nil }
      return record
    }
  }

  /// Returns the push of a JSON form.
  static func push(in body: Data) -> PushRequest? {
    body.withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes.assumingMemoryBound(to: UInt8.self))
      var (token, records) = (SyncToken?.none, [Record]?.none)
      let isRead = cursor.object { cursor, name in
        switch name {
        case "token" where token == nil:
          token = cursor.text().flatMap { SyncToken($0) }
          return token != nil
        case "records" where records == nil:
          records = self.records(at: &cursor)
          return records != nil
        default: return false
        }
      }
      guard isRead, cursor.peek() == nil, let records else { return nil }
      return PushRequest(token: token, records: records)
    }
  }

  private static func records(at cursor: inout JSONCursor) -> [Record]? {
    guard cursor.take("[") else { return nil }
    var records: [Record] = []
    if cursor.take("]") { return records }
    while true {
      guard let record = anyRecord(at: &cursor) else { return nil }
      records.append(record)
      if cursor.take("]") { return records }
      guard cursor.take(",") else { return nil }
    }
  }

  /// Reads a record in any form. The records of presets have parts that are read by `JSONDecoder`.
  private static func anyRecord(at cursor: inout JSONCursor) -> Record? {
    guard cursor.peek() != nil else { return nil }
    let start = cursor.position
    if let record = record(at: &cursor) { return record }
    cursor.move(to: start)
    guard cursor.skipObject(), cursor.position <= cursor.bytes.count else { return nil }
    let body = Data(UnsafeBufferPointer(rebasing: cursor.bytes[start..<cursor.position]))
    return try? JSONDecoder().decode(Record.self, from: body)
  }

  private static func record(at cursor: inout JSONCursor) -> Record? {
    var (name, type, created) = (String?.none, String?.none, Stamp?.none)
    var state: RecordState<RecordValue>?
    let isRead = cursor.object { cursor, member in
      switch member {
      case "name" where name == nil:
        name = cursor.text()
        return name != nil
      case "type" where type == nil:
        type = cursor.text()
        return type != nil
      case "created" where created == nil:
        created = stamp(at: &cursor)
        return created != nil
      case "state" where state == nil:
        state = self.state(at: &cursor)
        return state != nil
      default: return false
      }
    }
    guard isRead, let name, let type, let state else { return nil }
    return Record(RecordName(name), type: type, created: created, state: state)
  }

  /// Reads a state. A part that is there and empty is unusual: `JSONDecoder` decides which of two parts of the
  /// same name counts.
  private static func state(at cursor: inout JSONCursor) -> RecordState<RecordValue>? {
    var state = RecordState<RecordValue>()
    let isRead = cursor.object { cursor, member in
      switch member {
      case "fields" where state.edits.isEmpty:
        fields(at: &cursor, into: &state) && !state.edits.isEmpty
      case "counters" where state.counters.isEmpty:
        counters(at: &cursor, into: &state) && !state.counters.isEmpty
      case "life" where state.deletion == nil: life(at: &cursor, into: &state)
      case "upsert" where state.upsert == nil:
        stamp(at: &cursor).map { state.upsert(at: $0) } != nil
      case "reset" where state.reset == nil:
        stamp(at: &cursor).map { state.reset(at: $0) } != nil
      case "resets" where state.fieldResets.isEmpty:
        resets(at: &cursor, into: &state) && !state.fieldResets.isEmpty
      default: false
      }
    }
    return isRead ? state : nil
  }

  private static func fields(
    at cursor: inout JSONCursor, into state: inout RecordState<RecordValue>
  ) -> Bool {
    cursor.object { cursor, name in
      let field = String(decoding: name, as: UTF8.self)
      guard state.edits[field] == nil, cursor.take("["), let stamp = stamp(at: &cursor),
        cursor.take(","), let value = value(at: &cursor)
      else { return false }
      var base: RecordValue?
      if cursor.take(",") {
        base = self.value(at: &cursor)
        if base == nil { return false }
      }
      state.write(value, to: field, over: base, at: stamp)
      return cursor.take("]")
    }
  }

  private static func counters(
    at cursor: inout JSONCursor, into state: inout RecordState<RecordValue>
  ) -> Bool {
    cursor.object { cursor, name in
      let field = String(decoding: name, as: UTF8.self)
      guard state.counters[field] == nil else { return false }
      let isRead = cursor.object { cursor, writer in
        // The totals of merged records are rare, and left to `JSONDecoder`.
        guard writer.count == 16,
          let device = number(writer[...]).flatMap({ DeviceIdentifier(rawValue: $0) }),
          state.counters[field]?.totals[CounterTotals.Writer(device)] == nil,
          let total = total(at: &cursor)
        else { return false }
        state.count(field, total, by: device)
        return true
      }
      return isRead && state.counters[field] != nil
    }
  }

  private static func total(at cursor: inout JSONCursor) -> CounterTotals.Total? {
    guard cursor.take("["), let stamp = stamp(at: &cursor), cursor.take(","),
      let amount = cursor.integer()
    else { return nil }
    var reset: Stamp?
    if cursor.take(",") {
      reset = self.stamp(at: &cursor)
      if reset == nil { return nil }
    }
    return cursor.take("]")
      ? CounterTotals.Total(stamp: stamp, amount: amount, reset: reset) : nil
  }

  private static func life(
    at cursor: inout JSONCursor, into state: inout RecordState<RecordValue>
  ) -> Bool {
    guard cursor.take("["), let stamp = stamp(at: &cursor), cursor.take(",") else { return false }
    if cursor.take(literal: "true") {
      state.delete(at: stamp)
    } else if cursor.take(literal: "false") {
      state.restore(at: stamp)
    } else {
      return false
    }
    return cursor.take("]")
  }

  private static func resets(
    at cursor: inout JSONCursor, into state: inout RecordState<RecordValue>
  ) -> Bool {
    cursor.object { cursor, name in
      let field = String(decoding: name, as: UTF8.self)
      guard state.fieldResets[field] == nil, let stamp = stamp(at: &cursor) else { return false }
      state.reset(field, at: stamp)
      return true
    }
  }

  private static func value(at cursor: inout JSONCursor) -> RecordValue? {
    switch cursor.peek() {
    case UInt8(ascii: "\""): return cursor.text().map { .text($0) }
    case UInt8(ascii: "n"): return cursor.take(literal: "null") ? .null : nil
    case UInt8(ascii: "{"): return namedValue(at: &cursor)
    default: return cursor.integer().map { .integer($0) }
    }
  }

  /// Reads an object with one member, whose name is the kind of the value.
  private static func namedValue(at cursor: inout JSONCursor) -> RecordValue? {
    guard cursor.take("{"), let kind = cursor.plainText(), cursor.take(":") else { return nil }
    if case "asset" = kind { return asset(at: &cursor) }
    guard let text = cursor.text(), cursor.take("}") else { return nil }
    switch kind {
    case "real":
      guard let number = Double(text), number.isFinite else { return nil }
      return .real(number)
    case "blob": return Data(base64Encoded: text).map { .blob($0) }
    case "sealed": return Data(base64Encoded: text).map { .sealed($0) }
    case "record": return .reference(RecordName(text))
    default: return nil
    }
  }

  /// Reads the checksum and the number of bytes of an asset, and the end of its object.
  private static func asset(at cursor: inout JSONCursor) -> RecordValue? {
    guard cursor.take("["), let checksum = cursor.text(), cursor.take(","),
      let byteCount = cursor.integer().flatMap({ Int(exactly: $0) }), cursor.take("]"),
      cursor.take("}")
    else { return nil }
    return RecordAsset(checksum: checksum, byteCount: byteCount).map { .asset($0) }
  }

  private static func stamp(at cursor: inout JSONCursor) -> Stamp? {
    guard let text = cursor.plainText(), text.count == 33, text[16] == UInt8(ascii: "-"),
      let time = number(text[0..<16]).flatMap({ HybridTime(rawValue: $0) }),
      let device = number(text[17..<33]).flatMap({ DeviceIdentifier(rawValue: $0) })
    else { return nil }
    return Stamp(time: time, device: device)
  }

  /// Returns the number of 16 hexadecimal digits in lower case.
  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - 0x57)
      default: return nil
      }
    }
    return Int64(bitPattern: number)
  }
}
