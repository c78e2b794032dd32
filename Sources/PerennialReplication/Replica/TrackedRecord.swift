public import PerennialRecords

/// The knowledge of a record that is not in its row.
public struct TrackedRecord: Equatable, Sendable {
  /// The record as the hub has it, as far as this device knows: the join of all that the hub has sent and
  /// acknowledged.
  ///
  /// It is the base of merges, and never contains a change that the hub may not have.
  public package(set) var acknowledged: Record
  /// `true` if the record was in a request. The hub may have it, although no answer says so.
  public package(set) var isSent = false
  /// `true` if the hub has the record.
  public package(set) var isAcknowledged = false
  /// Changes that the hub has not acknowledged and that no row contains: those of a row that the hub has
  /// deleted.
  public package(set) var detachedChanges = RecordState<RecordValue>()
  /// `true` if the hub has lost the record, and must get all of it again.
  public package(set) var needsFullUpload = false
  /// The reason for which the hub has refused the record's changes; nil if it has not.
  public package(set) var refusal: PushReply.Reason?
  /// The values that the row shows instead of those that were written, because another record has these unique
  /// values.
  public package(set) var displacedValues: [String: RecordValue] = [:]
  /// `true` if the row is left out, because another record has the unique value, and the former value too.
  public package(set) var isLeftOut = false
  /// The values that fields of a deleted row had, while other devices have written or counted since.
  ///
  /// If the deletion is undone, the row has these values again. They are no edits, and the row then shows what has been
  /// written and counted meanwhile.
  public package(set) var missed: [String: RecordValue] = [:]
  /// The stamps of the fields whose changes the hub had not acknowledged when the user deleted the row.
  ///
  /// If the deletion is undone, the row has these values again. They were written then, and not by the undo.
  public package(set) var unsentAtDeletion: [String: Stamp] = [:]
  /// The last complete reading of the zone that contained the record.
  public package(set) var reading = 0

  /// The state that the hub has, with the changes that no row contains.
  var known: RecordState<RecordValue> { acknowledged.state.joined(with: detachedChanges) }

  /// `true` if the hub does not have all of this knowledge.
  public var isUnsent: Bool { needsFullUpload || detachedChanges != RecordState() }

  /// Forgets the kept changes if the hub has all of them, or later ones.
  mutating func forgetAcknowledged() {
    if detachedChanges == RecordState() { return }
    if known == acknowledged.state { detachedChanges = RecordState() }
  }

  /// Keeps a redirect that the hub has lost as a change of this device. Its target can be lost too, and get another
  /// name: the hub can have given the former one to another object since.
  ///
  /// - Parameter record: The record as the hub has it.
  /// - Returns: The redirect; nil if the hub has not lost it.
  mutating func keepLostRedirect(over record: Record) -> Redirect? {
    guard record.state.redirect != acknowledged.state.redirect,
      let lost = acknowledged.state.removeRedirect()
    else { return nil }
    if let known = record.state.redirect { acknowledged.state.redirect(to: known) }
    detachedChanges.redirect(to: lost)
    return lost
  }

  /// Creates the knowledge of a record of which the hub has nothing.
  public init(_ record: Record) { acknowledged = record }
}
