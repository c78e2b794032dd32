import Foundation

extension IngredientLine {
  /// Reads a line as a cook writes it: `250 g flour`, `1 ½ lemons`, `2 eggs`, `salt`.
  ///
  /// A leading number is the quantity, and a known unit after it the unit; the rest is the name.
  /// Nil when no name is left.
  public init?(text: String) {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    if let first = words.first, let (number, rest) = Self.leadingNumber(of: first), !rest.isEmpty {
      words.replaceSubrange(0..<1, with: [number, rest])  // "250g" reads as "250 g"
    }
    var quantity: Double?
    while let first = words.first, let value = Self.number(first) {
      guard quantity == nil || value < 1 else { break }
      quantity = (quantity ?? 0) + value
      words.removeFirst()
    }
    var unit = ""
    if quantity != nil, let first = words.first, Self.units.contains(first.lowercased()) {
      unit = first
      words.removeFirst()
    }
    let name = words.joined(separator: " ")
    guard !name.isEmpty else { return nil }
    self.init(quantity: quantity, unit: unit, name: name)
  }

  /// The line as a cook writes it; ``init(text:)`` reads it back.
  public var text: String {
    [quantity.map(Self.format) ?? "", unit, name].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The quantity as text, with a fraction sign where there is one; empty when there is none.
  public var quantityText: String { quantity.map(Self.format) ?? "" }

  /// The words taken for a unit when they follow a quantity.
  static let units: Set<String> = [
    "g", "kg", "mg", "ml", "cl", "dl", "l", "litre", "litres", "liter", "liters", "oz", "lb", "lbs",
    "cup", "cups", "tsp", "tbsp", "teaspoon", "teaspoons", "tablespoon", "tablespoons", "pinch",
    "pinches", "handful", "handfuls", "clove", "cloves", "slice", "slices", "stick", "sticks",
    "stalk", "stalks", "sprig", "sprigs", "bunch", "bunches", "sheet", "sheets", "tin", "tins",
    "can", "cans", "packet", "packets", "piece", "pieces",
  ]

  private static let fractions: [Character: Double] = [
    "¼": 0.25, "½": 0.5, "¾": 0.75, "⅓": 1.0 / 3, "⅔": 2.0 / 3, "⅛": 0.125,
  ]

  private static func number(_ word: String) -> Double? {
    if word.count == 1, let sign = word.first, let value = fractions[sign] { return value }
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let top = Double(parts[0]), let bottom = Double(parts[1]), bottom > 0 {
      return top / bottom
    }
    if let last = word.last, let part = fractions[last], let whole = Double(word.dropLast()) {
      return whole + part
    }
    guard word.first?.isNumber == true else { return nil }
    return Double(word.replacingOccurrences(of: ",", with: "."))
  }

  private static func leadingNumber(of word: String) -> (number: String, rest: String)? {
    let digits = word.prefix { $0.isNumber || $0 == "." || $0 == "," }
    let rest = word.dropFirst(digits.count)
    guard !digits.isEmpty, units.contains(rest.lowercased()) else { return nil }
    return (String(digits), String(rest))
  }

  private static func format(_ value: Double) -> String {
    let whole = value.rounded(.down)
    let sign = fractions.first { abs($0.value - (value - whole)) < 0.005 }?.key
    if let sign { return whole == 0 ? String(sign) : "\(Int(exactly: whole) ?? 0)\(sign)" }
    if let integer = Int(exactly: value) { return String(integer) }
    return String((value * 100).rounded() / 100)
  }
}
