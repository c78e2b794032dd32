#if !canImport(Darwin)
import Foundation

/// The text of a format whose specifiers are replaced by values.
///
/// The format is read from a file. If a specifier does not fit its value, the value replaces it as
/// text. A specifier without a value stays.
struct FormattedText {
  private(set) var text = ""

  init(_ format: String, arguments: [LocalizedText.Argument], locale: Locale) {
    var rest = format[...]
    var next = 0
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[percent...]
      if rest.hasPrefix("%%") {
        text += "%"
        rest = rest.dropFirst(2)
        continue
      }
      guard let match = rest.prefixMatch(of: Self.specifier) else {
        text += "%"
        rest = rest.dropFirst()
        continue
      }
      let position = match.output.position.flatMap { Int($0) }.map { $0 - 1 } ?? next
      if match.output.position == nil { next += 1 }
      if arguments.indices.contains(position) {
        let (flags, kind) = (match.output.flags, match.output.kind)
        text += Self.text(
          of: arguments[position], flags: String(flags), kind: kind.last ?? "@", locale: locale)
      } else {
        text += rest[match.range]
      }
      rest = rest[match.range.upperBound...]
    }
    text += rest
  }

  /// The pattern of a specifier such as `%2$-5.1lf`: a position, flags with width and precision, and a
  /// kind.
  private static var specifier:
    Regex<(Substring, position: Substring?, flags: Substring, kind: Substring)>
  {
    /%(?:(?<position>[1-9][0-9]*)\$)?(?<flags>[-+ 0#]*[0-9]*(?:\.[0-9]+)?)(?<kind>(?:hh|h|ll|l|q|z|t|j|L)?[@dDiuUxXoOfFeEgGaAcs])/
  }

  private static func text(
    of argument: LocalizedText.Argument, flags: String, kind: Character, locale: Locale
  ) -> String {
    switch (argument, kind) {
    case (.text(let text), _): return text
    case (.integer(let value), "d"), (.integer(let value), "D"), (.integer(let value), "i"),
      (.integer(let value), "u"):
      return flags.isEmpty
        ? value.formatted(.number.locale(locale))
        : String(format: "%\(flags)lld", locale: locale, value)
    case (.unsigned(let value), "d"), (.unsigned(let value), "u"), (.unsigned(let value), "U"):
      return flags.isEmpty
        ? value.formatted(.number.locale(locale))
        : String(format: "%\(flags)llu", locale: locale, value)
    case (.integer(let value), "x"), (.integer(let value), "X"), (.integer(let value), "o"):
      return String(format: "%\(flags)ll\(kind)", locale: locale, value)
    case (.unsigned(let value), "x"), (.unsigned(let value), "X"), (.unsigned(let value), "o"):
      return String(format: "%\(flags)ll\(kind)", locale: locale, value)
    case (.real(let value), "f"), (.real(let value), "F"), (.real(let value), "e"),
      (.real(let value), "E"), (.real(let value), "g"), (.real(let value), "G"):
      return String(format: "%\(flags)\(kind)", locale: locale, value)
    case (.integer(let value), _): return value.formatted(.number.locale(locale))
    case (.unsigned(let value), _): return value.formatted(.number.locale(locale))
    case (.real(let value), _): return value.formatted(.number.locale(locale))
    }
  }
}
#endif
