/// A name in the form that Core Data gives to columns of relationships: a prefix, the number of an entity, the name of a
/// property in capitals, and a number if the name repeats.
struct NumberedName {
  let number: Int64
  /// The part behind the number.
  let name: Substring

  /// Reads a name; nil if it has another form.
  init?(_ text: String, prefix: String) {
    guard text.hasPrefix(prefix) else { return nil }
    let rest = text.dropFirst(prefix.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits), digits.count < rest.count else { return nil }
    self.number = number
    name = rest.dropFirst(digits.count)
  }

  /// Compares the name with that of a property.
  ///
  /// - Returns: 0 if it is the property's, 1 if a number is behind it, nil if it is another one.
  func distance(to property: String) -> Int? {
    let property = property.uppercased()
    guard name.hasPrefix(property) else { return nil }
    let rest = name.dropFirst(property.count)
    return rest.allSatisfy { $0.isASCII && $0.isNumber } ? min(rest.count, 1) : nil
  }
}
