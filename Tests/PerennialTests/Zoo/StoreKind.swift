import Testing

/// Where the store of a parameterised test lies.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case file, memory
  var testDescription: String { rawValue }
}
