import PerennialRecords
import PerennialReplication

/// The acts of users and the promises of the hub, noted beside the devices.
///
/// The ledger takes the changes from the transactions alone. It knows neither the engine nor the merge of
/// states.
struct Ledger {
  /// A write of a number that no other write has.
  struct Write {
    var name: RecordName
    let field: String
    let value: Int64
    var stamp: Stamp
    let transaction: Int64
    let device: DeviceIdentifier
    var isAcknowledged = false
    /// `true` if the hub has kept the write to the end of its promise: it forgot the deleted record that had it.
    var isForgotten = false
    /// `true` if a power cut has taken the transaction back.
    var isCut = false
    /// `true` if the user has decided a conflict in this way. The history has no transaction for it.
    var isDecision = false
  }

  /// A link that a user has added or removed.
  struct LinkAct {
    var source: RecordName
    var target: RecordName
    let stamp: Stamp
    let transaction: Int64
    let device: DeviceIdentifier
    let isAdded: Bool
    /// The time from which on the hub can have the addition: that of the object's creation, if it was inserted again
    /// before the device knew that it had sent it.
    let since: HybridTime
    /// The stamp of the creation of the linked object; nil for a preset.
    let created: Stamp?
    /// The additions that the user has removed, beside those of the own device.
    let seen: [DeviceIdentifier: HybridTime]
    /// `true` if the hub had the link when the user removed it, as far as the device knew.
    var wasKnown = false
  }

  /// The place that a user has given to a link, at one of its ends.
  struct Move {
    var source: RecordName
    var target: RecordName
    let stamp: Stamp
    let transaction: Int64
    let device: DeviceIdentifier
    let isInverse: Bool
    let key: Int64
    /// The stamp of the creation of the linked object; nil for a preset.
    let created: Stamp?
  }

  /// An object that a user has referenced or linked.
  struct Choice {
    let source: RecordName
    let field: String
    /// The stamp of the source's creation.
    let created: Stamp?
    let stamp: Stamp
    /// The stamp of the creation of the referenced object; nil for a preset.
    let target: Stamp?
  }

  /// A deletion.
  struct Deletion {
    var name: RecordName
    /// The stamp of the object's creation.
    let created: Stamp?
    var stamp: Stamp
    let transaction: Int64
    let device: DeviceIdentifier
    /// `true` if the device knew of no request with the object: there was none, or a power cut has taken back the note
    /// of it.
    let isOfUnsent: Bool
    /// The latest upsert of the object that the device knew of.
    let known: Stamp?
    var isAcknowledged = false
    var isCut = false
  }

  /// The undoing of a deletion.
  struct Restoration {
    var name: RecordName
    /// The stamp of the object's creation.
    let created: Stamp?
    let stamp: Stamp
    let transaction: Int64
    let device: DeviceIdentifier
    var isAcknowledged = false
    /// `true` if the user has decided a conflict in this way.
    var isDecision = false
  }

  /// The insertion of a label that has turned out to be another one.
  struct Upsert {
    var name: RecordName
    /// The stamp of the other label's creation.
    let created: Stamp?
    let stamp: Stamp
    let transaction: Int64
    let device: DeviceIdentifier
    var isAcknowledged = false
  }

  var writes: [Write] = []
  var upserts: [Upsert] = []
  var restorations: [Restoration] = []
  var deletions: [Deletion] = []
  var links: [LinkAct] = []
  var moves: [Move] = []
  var choices: [Choice] = []
  /// A record that was ever deleted.
  struct Deleted: Hashable {
    let name: RecordName
    let created: Stamp?
  }

  var deleted: Set<Deleted> = []
  /// The numbers that were ever written, and the field that each was written to, by which device.
  var origins: [Int64: (name: RecordName, field: String, device: DeviceIdentifier)] = [:]
  /// The creations of the objects that a client has merged into other records.
  var mergedByClient: Set<Stamp> = []
  /// `true` if the hub's database was replaced by an earlier one. Then a promise holds as long as the device
  /// that got it keeps its data.
  var isHubRestored = false
  /// The order keys that links have ever got. No act gives one twice.
  var places: Set<Int64> = []
  /// The links that a user has ever removed, by the names of their ends.
  var unlinked: Set<Set<RecordName>> = []
  /// The creations of the objects that the hub has forgotten.
  var forgotten: Set<Stamp> = []
  /// The objects whose deletion a user has undone, with the values that they had before.
  var returned: Set<RecordName> = []
  /// `true` if the hub has forgotten deletions.
  var hasHubForgotten = false
  /// The records that were inserted or restored.
  var inserted: Set<RecordName> = []
  /// The objects that got another key.
  var renamed: Set<RecordName> = []
  /// The names that devices have changed, in their order.
  var renames: [(device: DeviceIdentifier, former: RecordName, name: RecordName)] = []
  /// The stamps of the decisions of conflicts, also of those that were lost.
  var decisions: Set<Stamp> = []

  /// A name that a user has given to a label after its creation.
  struct Name: Hashable {
    let created: Stamp
    let value: RecordValue
  }

  var names: Set<Name> = []
  /// The links that users had removed before they deleted the objects.
  var formerRemovals: [LinkAct] = []
}
