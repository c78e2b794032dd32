import Testing

/// The place of a parameterised test's store.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case file, memory
  var testDescription: String { rawValue }
}
