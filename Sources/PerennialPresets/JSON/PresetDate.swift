import PerennialInspection

/// The format of dates in catalog files: ISO 8601, in UTC or with an offset.
enum PresetDate {
  /// Returns the seconds since 2001 of a date such as `2026-01-31T18:30:00Z` or
  /// `2026-01-31T19:30:00+01:00`; nil for any other text.
  static func seconds(_ text: String) -> Double? {
    if let seconds = DateText.seconds(text) { return seconds }
    let bytes = Array(text.utf8)
    guard bytes.count > 6 else { return nil }
    let offset = bytes[(bytes.count - 6)...]
    let sign = offset[offset.startIndex]
    let digits = [1, 2, 4, 5].map { Int(offset[offset.startIndex + $0]) - 48 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      offset[offset.startIndex + 3] == UInt8(ascii: ":"),
      digits.allSatisfy({ (0...9).contains($0) })
    else { return nil }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    let local = String(decoding: bytes.dropLast(6), as: UTF8.self) + "Z"
    guard hours < 24, minutes < 60, let seconds = DateText.seconds(local) else { return nil }
    let distance = Double(hours * 3600 + minutes * 60)
    return sign == UInt8(ascii: "+") ? seconds - distance : seconds + distance
  }
}
