/// A natural number as a type.
///
/// Classes are created at run time by giving a generic class another parameter. These types are the
/// parameters: there is one for every number. Its generic nesting is as deep as the number has binary digits.
protocol Place: SendableMetatype {
  static var number: Int { get }
}

enum FirstPlace: Place {
  static var number: Int { 0 }
}

enum EvenPlace<Half: Place>: Place {
  static var number: Int { 2 * Half.number }
}

enum OddPlace<Half: Place>: Place {
  static var number: Int { 2 * Half.number + 1 }
}

/// Returns the type of a number.
func place(_ number: Int) -> any Place.Type {
  if number <= 0 { return FirstPlace.self }
  func next<Half: Place>(_ half: Half.Type) -> any Place.Type {
    number.isMultiple(of: 2) ? EvenPlace<Half>.self : OddPlace<Half>.self
  }
  return next(place(number / 2))
}
