/// A record has a form that no row can have.
struct UnstorableRecord: Error {
  /// The value, and what is expected.
  let explanation: String
}
