/// The outcome of a move of one account.
package struct MoveReport: Codable, Equatable, Sendable {
  /// The kinds of outcomes.
  package enum Outcome: String, Codable, Sendable {
    case planned, moved, alreadyMoved, abandoned
  }

  /// The name of the account.
  package let account: String
  package let outcome: Outcome
  package let zones: Int
  package let records: Int
  package let assets: Int
  package let devices: Int
  /// The bytes of records and assets.
  package let bytes: Int64
  /// The checksums of assets whose files the source does not have, or has with other bytes. Devices that have the bytes
  /// send them again. Nil if nothing was copied.
  package let missingFiles: [String]?
  /// The time for which the account took no writes; nil if nothing was copied, or if an interrupted move was completed.
  package let readOnlyMilliseconds: Int?
}

/// The progress of a move.
package struct MoveProgress: Sendable {
  /// The parts of a move.
  package enum Phase: String, Sendable {
    case copying = "Copying"
    case comparing = "Comparing"
    case handingOver = "Last changes of"
  }

  package let account: String
  package let phase: Phase
  /// The number of records that were copied or compared.
  package let records: Int
}
