/// Dates as ISO 8601 text, in UTC and with as many digits as are needed to restore the same number of
/// seconds.
package enum DateText {
  private static let secondsPerDay: Int64 = 86_400
  /// The number of days from the first of January 1970 to the first of January 2001.
  private static let referenceDay: Int64 = 11_323
  /// The years 1 to 9999, in seconds since 2001.
  private static let range = -63_113_904_000.0..<252_423_993_600.0

  /// Returns the text of a date; nil for a date with too many digits, or outside of the years 1 to 9999.
  ///
  /// - Parameter seconds: The seconds since 2001.
  package static func text(_ seconds: Double) -> String? {
    guard range.contains(seconds) else { return nil }
    // The shortest digits that denote exactly this number.
    let parts = "\(seconds.magnitude)".split(separator: ".")
    guard parts.count == 2, let magnitude = Int64(parts[0]), let digits = Int64(parts[1]) else {
      return nil
    }
    var fraction = digits == 0 ? "" : String(parts[1])
    var whole = magnitude
    if seconds < 0 {
      whole = fraction.isEmpty ? -magnitude : -magnitude - 1
      fraction = complement(fraction)
    }
    // Rounded down, also before 2001.
    let day = (whole < 0 ? whole - secondsPerDay + 1 : whole) / secondsPerDay
    let second = whole - day * secondsPerDay
    let (year, month, date) = civil(day + referenceDay)
    let time =
      "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    let text =
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(date, 2))T\(time)"
      + (fraction.isEmpty ? "" : ".\(fraction)") + "Z"
    return self.seconds(text) == seconds ? text : nil
  }

  /// Returns the seconds since 2001 of a date in the form `2026-01-31T23:59:59.5Z`; nil for other text.
  ///
  /// It also reads the forms of other tools: with a space for the `T`, and with `+01:00`, `+0100` or `+01` for the `Z`.
  package static func seconds(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { seconds($0) }
  }

  private static func seconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
    else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var number: Int64 = 0
      for byte in bytes[range] {
        guard (48...57).contains(byte) else { return nil }
        number = number * 10 + Int64(byte - 48)
      }
      return number
    }
    guard let year = number(0..<4), let month = number(5..<7), let date = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      year > 0, (1...12).contains(month), hour < 24, minute < 60, second < 60
    else { return nil }
    let day = days(year: year, month: month, date: date)
    // The month has no such day if the number of days is that of another date.
    guard civil(day) == (year, month, date) else { return nil }
    var (fraction, zone) = ("", bytes[19...])
    if bytes[19] == UInt8(ascii: ".") {
      let digits = bytes[20...].prefix { (48...57).contains($0) }
      if digits.isEmpty { return nil }
      fraction = String(decoding: digits, as: UTF8.self)
      while fraction.last == "0" { fraction.removeLast() }
      zone = bytes[digits.endIndex...]
    }
    guard let offset = offset(ofZone: zone) else { return nil }
    let whole = (day - referenceDay) * secondsPerDay + hour * 3600 + minute * 60 + second - offset
    if fraction.isEmpty { return Double(whole) }
    if whole >= 0 { return Double("\(whole).\(fraction)") }
    return Double("-\(-whole - 1).\(complement(fraction))")
  }

  /// Returns `true` if a text would be a date with a time zone.
  package static func lacksZone(_ text: String) -> Bool {
    seconds(text) == nil && (seconds("\(text)Z") != nil || seconds("\(text)T00:00:00Z") != nil)
  }

  /// Returns the seconds by which the clocks of a zone are ahead of UTC; nil if the bytes are no zone.
  private static func offset(ofZone zone: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
    if zone.count == 1, zone.first == UInt8(ascii: "Z") { return 0 }
    let bytes = Array(zone)
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    var digits = bytes.dropFirst()
    if digits.count == 5, bytes[3] == UInt8(ascii: ":") { digits.remove(at: 3) }
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    let numbers = digits.map { Int64($0 - 48) }
    let hours = numbers[0] * 10 + numbers[1]
    let minutes = numbers.count == 4 ? numbers[2] * 10 + numbers[3] : 0
    guard hours < 24, minutes < 60 else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  // MARK: Digits

  /// Returns the digits of one minus a fraction. The fraction's last digit is not zero.
  private static func complement(_ fraction: String) -> String {
    var digits = fraction.utf8.map { 9 - ($0 - 48) }
    if let last = digits.indices.last { digits[last] += 1 }
    return digits.map(String.init).joined()
  }

  private static func padded(_ number: Int64, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  // MARK: The calendar, from the first of March of the year 0 on

  /// Returns the number of days from 1970 to a date of the Gregorian calendar; also for a day after the last
  /// one of its month. Years begin in March here, so
  /// that the leap day is the last day of the year.
  private static func days(year: Int64, month: Int64, date: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let (era, yearOfEra) = shifted.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + date - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Returns the date that is the given number of days after the beginning of 1970.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, date: Int64) {
    let shifted = days + 719_468
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, date)
  }
}
