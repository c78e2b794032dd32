public import PerennialRecords

/// The changes of a record that the hub has not acknowledged: the latest stamp of each, without the values,
/// which are in the row.
///
/// A value is read when a batch is made. Whatever wrote it last also gave it its stamp, because each
/// transaction changes this record and the row together.
public struct LocalEdits: Equatable, Sendable, Codable {
  /// The insertion of the row; nil if the row is older than these edits.
  public internal(set) var insertion: Stamp?
  /// The first insertion that the hub has not acknowledged: the stamp of the object's creation, also if its
  /// deletion was undone since.
  public internal(set) var created: Stamp?
  /// The deletion of the row; nil if the row exists.
  public internal(set) var deletion: Stamp?
  /// The last deletion of the row that was in a request which the hub has not acknowledged; nil if there is none.
  ///
  /// The hub may have it. So a row that is back is sent as restored.
  public internal(set) var sentDeletion: Stamp?
  /// The last insertion of an object that has turned out to be this one.
  public internal(set) var upsert: Stamp?
  /// The stamps of changed fields.
  public internal(set) var fields: [String: Stamp] = [:]
  /// The changes of links.
  public internal(set) var links: [String: [RecordName: LinkChange]] = [:]
  /// The stamps of links that got another place.
  public internal(set) var orders: [String: [RecordName: Stamp]] = [:]
  /// The reset of the record.
  public internal(set) var reset: Stamp?
  /// The resets of fields. In the record ``RecordName/manifest`` they are the resets of entities.
  public internal(set) var fieldResets: [String: Stamp] = [:]
  /// The fields and counters that were in a request which the hub has not acknowledged.
  ///
  /// The hub may have their values. So a field that has its acknowledged value again is sent, too, unless the sent value
  /// is from before a reset. Each has the latest stamp with which it was sent.
  public internal(set) var sentFields: [String: Stamp] = [:]
  /// The fields among ``fields`` that the object was inserted with and that could not be sent with it; nil if there are
  /// none.
  ///
  /// No device has given the object a value of such a field. Its value is sent also if it is the declared default, as all
  /// values of an insertion are.
  public internal(set) var heldFields: Set<String>?
  /// The fingerprints of the values with which an inserted object was sent last, until the hub has acknowledged it; nil if
  /// it was not sent.
  ///
  /// The hub may have them, and other devices may have written since. So a form that has written such a value again has
  /// edited nothing.
  public internal(set) var sentValues: [String: UInt64]?
  /// The stamps of ``sentValues`` that are not that of the creation; nil if there are none.
  public internal(set) var sentStamps: [String: Stamp]?
  /// The transaction of a catalog whose content may be new to the hub.
  public internal(set) var offer: Stamp?

  /// The latest change of a link.
  public struct LinkChange: Equatable, Sendable, Codable {
    /// The stamp of the change.
    public var stamp: Stamp
    /// `true` if the link was added, `false` if it was removed.
    public var isAdded: Bool

    /// Creates a change.
    package init(stamp: Stamp, isAdded: Bool) { (self.stamp, self.isAdded) = (stamp, isAdded) }
  }

  /// Creates an empty list of changes.
  public init() {}

  /// Creates the list of a row that is older than the history. Its insertion is its creation.
  package init(
    insertion: Stamp? = nil, deletion: Stamp? = nil, fields: [String: Stamp] = [:],
    links: [String: [RecordName: LinkChange]] = [:], reset: Stamp? = nil,
    fieldResets: [String: Stamp] = [:], offer: Stamp? = nil
  ) {
    (self.insertion, created, self.deletion, self.offer) = (insertion, insertion, deletion, offer)
    (self.fields, self.links) = (fields, links)
    (self.reset, self.fieldResets) = (reset, fieldResets)
  }

  /// Creates the list of an object of a restored backup that the hub may have got since.
  ///
  /// Such an object takes the hub's state. If the hub does not have it, it is sent like one that is older than the
  /// history: its stamps are those of a former device number, and can be wrong.
  package init(restored created: Stamp) { (insertion, self.created) = (.beforeSync, created) }

  /// `true` if the object is from a restored backup, and the hub may have got it since.
  var isRestored: Bool {
    insertion == .beforeSync && created.map { $0 != .beforeSync } ?? false
  }

  /// Returns `true` if the changes are those of a record's object, and not of another one with its key.
  ///
  /// A correction of the clock can have moved the creation of a restored object after the backup was made. But its
  /// device gave the key to no other object.
  func belong(to record: Record) -> Bool {
    created == record.created || isRestored && created?.device == record.created?.device
  }

  /// The latest stamp at which the row has come or gone; nil if it has not.
  var latestOfRow: Stamp? { [insertion, deletion, offer].compactMap(\.self).max() }

  /// Forgets that the object was inserted: the hub has it.
  mutating func forgetInsertion() {
    (insertion, created, sentValues, sentStamps) = (nil, nil, nil, nil)
  }

  /// `true` if nothing has changed.
  public var isEmpty: Bool { self == LocalEdits() }
}

// MARK: - Folding the history

extension LocalEdits {
  /// Adds a change of a later transaction.
  mutating func add(_ change: LocalChange, at stamp: Stamp) {
    switch change {
    case .insertion:
      if created == nil { created = stamp }
      insertion = stamp
      (deletion, upsert) = (nil, nil)
      forgetContent()
    case .upsert: upsert = stamp
    case .update(_, let names):
      for name in names { fields[name] = stamp }
    case .deletion:
      (deletion, upsert) = (stamp, nil)
      // The values are gone. If another device restores the object, the row has values of others.
      forgetContent()
    case .link(_, let field, let target):
      links[field, default: [:]][target] = LinkChange(stamp: stamp, isAdded: true)
    case .unlink(_, let field, let target):
      links[field, default: [:]][target] = LinkChange(stamp: stamp, isAdded: false)
    case .order(_, let field, let target): orders[field, default: [:]][target] = stamp
    case .offer:
      offer = stamp
      // A catalog inserts a deleted preset only if the user restores it.
      if deletion != nil { add(.insertion(change.name), at: stamp) }
    case .reset(_, let field?): fieldResets[field] = stamp
    case .reset(_, nil): reset = stamp
    case .resetAll(let type?): fieldResets[type] = stamp
    case .resetAll(nil): reset = stamp
    }
  }

  /// Adds the changes of a preset in a restored backup that sync had not taken, where the hub has nothing else.
  ///
  /// A preset takes the hub's state. The hub has none of a preset that was never sent. Of other presets, it has none of
  /// the fields that catalogs leave to the user, before a user has written them.
  ///
  /// - Parameters:
  ///   - changes: The changes as the row of the preset and the tables of presets tell them.
  ///   - tracked: The knowledge of the preset that was restored with the row.
  ///   - counters: The names of the counters. Their values are starts from before sync, because the hub can have got
  ///     what was counted after the backup was made.
  package mutating func addUntaken(
    _ changes: LocalEdits, of tracked: TrackedRecord, counters: Set<String>
  ) {
    if !tracked.isAcknowledged {
      if let deletion = changes.deletion, self.deletion == nil {
        add(.deletion(tracked.acknowledged.name), at: deletion)
      }
      fields.join(changes.fields)
      reset.join(changes.reset)
      fieldResets.join(changes.fieldResets)
      links.merge(changes.links) { $0.merging($1) { $0.stamp < $1.stamp ? $1 : $0 } }
      return
    }
    let known = tracked.known
    for (field, stamp) in changes.fields
    where known.isLeftToUser(field) && known.edits[field] == nil && known.counters[field] == nil {
      if !counters.contains(field) {
        fields[field].join(stamp)
      } else if fields[field] == nil {
        fields[field] = .beforeSync
      }
    }
  }

  /// Forgets the changes whose values are in the row. A removed link is not in the row. The hub may still have the values
  /// that were sent.
  mutating func forgetContent() {
    (fields, orders, heldFields) = ([:], [:], nil)
    links = links.mapValues { $0.filter { !$0.value.isAdded } }.filter { !$0.value.isEmpty }
  }

  /// Removes the changes that the hub has acknowledged: those of a list that was sent, unless they were made
  /// again since.
  mutating func remove(_ sent: LocalEdits) {
    if insertion == sent.insertion { insertion = nil }
    if deletion == sent.deletion { deletion = nil }
    if upsert == sent.upsert { upsert = nil }
    if sent.created != nil { created = nil }
    if reset == sent.reset { reset = nil }
    if offer == sent.offer { offer = nil }
    fields = fields.filter { $0.value != sent.fields[$0.key] }
    heldFields?.formIntersection(fields.keys)
    if heldFields?.isEmpty == true { heldFields = nil }
    (sentFields, sentValues, sentStamps, sentDeletion) = ([:], nil, nil, nil)
    fieldResets = fieldResets.filter { $0.value != sent.fieldResets[$0.key] }
    for (field, changes) in sent.links {
      links[field] = links[field]?.filter { $0.value != changes[$0.key] }
      if links[field]?.isEmpty == true { links[field] = nil }
    }
    for (field, stamps) in sent.orders {
      orders[field] = orders[field]?.filter { $0.value != stamps[$0.key] }
      if orders[field]?.isEmpty == true { orders[field] = nil }
    }
  }
}

extension LocalEdits {
  /// Separates changes that are sent later.
  ///
  /// - Returns: The changes that are sent now, and all changes. The ones that an insertion implies are among
  ///   the latter by name, so that they stay when the insertion is removed.
  func separating(
    fields laterFields: [String], links laterLinks: [(field: String, target: RecordName)]
  ) -> (sent: LocalEdits, all: LocalEdits) {
    var (sent, all) = (self, self)
    for field in laterFields {
      all.fields[field] = fields[field] ?? insertion
      sent.fields[field] = nil
    }
    if insertion != nil, !laterFields.isEmpty {
      all.heldFields = (heldFields ?? []).union(laterFields)
    }
    for (field, target) in laterLinks {
      sent.orders[field]?[target] = nil
      let implied = insertion.map { LinkChange(stamp: $0, isAdded: true) }
      guard let change = links[field]?[target] ?? implied else { continue }
      all.links[field, default: [:]][target] = change
      sent.links[field]?[target] = nil
    }
    return (sent, all)
  }

  /// Removes the change of a link.
  mutating func forgetLink(_ field: String, to target: RecordName) {
    links[field]?[target] = nil
    if links[field]?.isEmpty == true { links[field] = nil }
    orders[field]?[target] = nil
    if orders[field]?.isEmpty == true { orders[field] = nil }
  }

  /// Changes the name of an object that links lead to.
  public mutating func rename(_ target: RecordName, to name: RecordName) {
    for field in links.keys {
      guard let change = links[field]?.removeValue(forKey: target) else { continue }
      links[field]?[name] = change
    }
    for field in orders.keys {
      guard let stamp = orders[field]?.removeValue(forKey: target) else { continue }
      orders[field]?[name] = stamp
    }
  }
}

extension LocalChange {
  /// The record that the change belongs to.
  var name: RecordName {
    switch self {
    case .insertion(let name), .upsert(let name), .update(let name, _), .deletion(let name),
      .link(let name, _, _),
      .unlink(let name, _, _), .order(let name, _, _), .offer(let name), .reset(let name, _):
      name
    case .resetAll: .manifest
    }
  }
}
