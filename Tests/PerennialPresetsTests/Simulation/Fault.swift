/// The ways in which a device can be built wrong.
enum Fault: String, CaseIterable, Sendable {
  /// Defaults are written as a person's values are.
  case seedsAsEdits
  /// Copies that the old app has made are records like any other.
  case noLegacyFold
  /// A value from the server wins in every case.
  case serverFieldWins
  /// Of two states of a record the one with the later stamp holds as a whole.
  case lastWriterWins
  /// The queue of documents to send is kept in memory only.
  case queueInMemory
  /// A document that was sent counts as received.
  case sentIsReceived
  /// The clock takes no notice of what it sees.
  case blindClock
  /// Of two manifests the one that came last holds.
  case manifestOverwritten
  /// A copy that was folded once is not looked at again.
  case foldsOnce
  /// Links are read without redirects.
  case plainReferences
}
