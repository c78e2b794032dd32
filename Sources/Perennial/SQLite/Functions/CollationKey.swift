import Foundation

/// The sort key of a text in ``LocalizedStandardOrder``, with a list for each level.
struct CollationKey {
  private var letters: [UInt32] = []
  private var diacritics: [UInt32] = []
  private var cases: [UInt32] = []
  private var zeros: [UInt32] = []

  init(_ string: String) {
    var run = NumberRun()
    for scalar in string.decomposedStringWithCompatibilityMapping.unicodeScalars {
      if let digit = scalar.decimalDigit {
        run.append(digit)
      } else if scalar.isMark {
        diacritics.append(scalar.value)
      } else if !scalar.properties.isDefaultIgnorableCodePoint {
        finish(&run)
        append(scalar)
      }
    }
    finish(&run)
  }

  func compare(_ other: CollationKey) -> Int {
    for (left, right) in [
      (letters, other.letters), (diacritics, other.diacritics), (cases, other.cases),
      (zeros, other.zeros),
    ] where left != right {
      return left.lexicographicallyPrecedes(right) ? -1 : 1
    }
    return 0
  }

  private mutating func finish(_ run: inout NumberRun) {
    guard run.zeros + run.digits.count > 0 else { return }
    letters.append(ASCIIOrder.digitRank)
    letters.append(UInt32(run.digits.count))
    letters += run.digits
    zeros.append(UInt32(run.zeros))
    diacritics.append(0)
    run = NumberRun()
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      append(ASCIIOrder.rank(UInt8(scalar.value)), isCapital: (0x41...0x5A).contains(scalar.value))
      return
    }
    let isCapital = scalar.properties.changesWhenLowercased
    for small in scalar.properties.lowercaseMapping.unicodeScalars where !small.isMark {
      if let spelling = Self.spellings[small] {
        for letter in spelling { append(ASCIIOrder.rank(letter), isCapital: isCapital) }
        // The letter sorts after the letters of its spelling.
        diacritics.append(1)
      } else {
        append(small.rank, isCapital: isCapital)
      }
    }
  }

  private mutating func append(_ rank: UInt32, isCapital: Bool) {
    diacritics.append(0)
    letters.append(rank)
    cases.append(isCapital ? 1 : 0)
  }

  /// Letters that have no decomposition, and the letters that they sort with.
  private static let spellings: [Unicode.Scalar: [UInt8]] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h",
    "ı": "i", "ŧ": "t",
  ].mapValues { Array($0.utf8) }

  private struct NumberRun {
    var zeros = 0
    var digits: [UInt32] = []

    mutating func append(_ digit: UInt32) {
      if digit == 0, digits.isEmpty { zeros += 1 } else { digits.append(digit) }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  fileprivate var decimalDigit: UInt32? {
    if isASCII { return ASCIIOrder.isDigit(UInt8(value)) ? value - 0x30 : nil }
    guard properties.numericType == .decimal, let number = properties.numericValue else {
      return nil
    }
    return UInt32(number)
  }

  /// The rank of a scalar outside ASCII. Marks and symbols precede numbers; letters follow numbers
  /// and ASCII letters.
  fileprivate var rank: UInt32 {
    properties.isAlphabetic ? 0x21_0000 + value : 0x1000 + value
  }
}
