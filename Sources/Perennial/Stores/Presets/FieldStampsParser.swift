/// Parses the JSON of ``FieldStamps`` in the form in which it is written, without spaces, escapes and blobs.
///
/// A new version of a catalog reads the stamps of all edited presets, and `JSONDecoder` takes many times as long.
struct FieldStampsParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the edited fields; nil for JSON in another form, and for damaged JSON.
  mutating func cells() -> [String: FieldStamps.Cell]? {
    guard has("{") else { return nil }
    var cells: [String: FieldStamps.Cell] = [:]
    repeat {
      guard let field = text(), has(":"), let cell = cell(),
        cells.updateValue(cell, forKey: field) == nil
      else { return nil }
    } while has(",")
    return has("}") && index == bytes.count ? cells : nil
  }

  private mutating func cell() -> FieldStamps.Cell? {
    guard has("["), let time = integer(), has(","), let device = integer() else { return nil }
    var values: [SQLValue] = []
    while has(",") {
      guard values.count < 3, let value = value() else { return nil }
      values.append(value)
    }
    guard has("]") else { return nil }
    func optional(_ number: Int) -> SQLValue? { number < values.count ? values[number] : nil }
    return FieldStamps.Cell(
      time: time, device: device, base: optional(0), theirs: optional(1), mine: optional(2))
  }

  private mutating func value() -> SQLValue? {
    if has("null") { return .null }
    if has("{\"real\":") {
      guard let digits = text(), let real = Double(digits), has("}") else { return nil }
      return .real(real)
    }
    return text().map(SQLValue.text) ?? integer().map(SQLValue.integer)
  }

  // MARK: Tokens

  /// Skips a token, if it is next.
  private mutating func has(_ token: StaticString) -> Bool {
    let count = token.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[index + offset] != token.utf8Start[offset] { return false }
    index += count
    return true
  }

  private mutating func text() -> String? {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
    var end = index + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      if bytes[end] < 0x20 || bytes[end] == UInt8(ascii: "\\") { return nil }
      end += 1
    }
    guard end < bytes.count,
      let text = String(
        validating: UnsafeBufferPointer(rebasing: bytes[(index + 1)..<end]), as: UTF8.self)
    else { return nil }
    index = end + 1
    return text
  }

  private mutating func integer() -> Int64? {
    let isNegative = has("-")
    let start = index
    var number: Int64 = 0
    while index < bytes.count, (48...57).contains(bytes[index]) {
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let digit = Int64(bytes[index] - 48)
      let (next, isNextTooLarge) =
        isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if isTooLarge || isNextTooLarge { return nil }
      number = next
      index += 1
    }
    // JSON has no numbers that begin with other zeros.
    let hasDigits = index == start + 1 || index > start && bytes[start] != UInt8(ascii: "0")
    return hasDigits ? number : nil
  }
}
