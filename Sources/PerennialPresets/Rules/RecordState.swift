package import Perennial

/// All that is known of a record: what the catalog says, and what people did, each with its stamp.
///
/// It has no current value. What shows is decided when it is read (``RecordReading``); so two
/// replicas that know the same show the same, in whatever order they came to know it.
///
/// A record without an edition is one that a person made. Its fields are cells, and resets do
/// not concern it.
package struct RecordState<Value: FieldValue>: Equatable, Sendable {
  /// The latest that a catalog said of it.
  package private(set) var edition: Edition<Value>?
  /// What people wrote, by field.
  package private(set) var cells: [String: Cell<Value>] = [:]
  /// What people linked and unlinked, by field.
  package private(set) var links: [String: LinkEdits] = [:]
  /// Whether people deleted or restored it.
  package private(set) var life: Life?
  /// The latest reset of this record alone.
  package private(set) var reset: Stamp?
  /// The latest resets of single fields.
  package private(set) var fieldResets: [String: Stamp] = [:]
  /// The copies of it that apps without stable names have made, by their own names.
  package private(set) var copies: [RecordName: LegacyCopy<Value>] = [:]
  /// Where it was merged into.
  package private(set) var redirect: Redirect?

  package init() {}

  /// The latest stamp in the record, copies included: a person's next write has to be later.
  package var latestStamp: Stamp? {
    var latest = reset.joined(with: life?.stamp)
    for cell in cells.values { latest.join(cell.stamp) }
    for edits in links.values { latest.join(edits.latestStamp) }
    for stamp in fieldResets.values { latest.join(stamp) }
    for copy in copies.values { latest.join(copy.latestStamp) }
    return latest
  }
}

extension RecordState: Joinable {
  package mutating func join(_ other: RecordState) {
    if let otherEdition = other.edition { offer(otherEdition) }
    cells.join(other.cells)
    links.join(other.links)
    life.join(other.life)
    reset.join(other.reset)
    fieldResets.join(other.fieldResets)
    copies.join(other.copies)
    redirect.join(other.redirect)
  }
}

// MARK: - What can happen to it

extension RecordState {
  /// A catalog offers it. This changes nothing that a person wrote, and nothing if a later edition
  /// is known.
  package mutating func offer(_ edition: Edition<Value>) {
    self.edition = self.edition.map { Edition.later($0, edition) } ?? edition
  }

  /// A person writes a field.
  package mutating func write(_ value: Value, to field: String, at stamp: Stamp) {
    cells[field].join(Cell(stamp: stamp, value: value, base: edition?.values[field]))
  }

  /// A person adds a link.
  package mutating func link(_ field: String, to target: RecordName, at stamp: Stamp) {
    links[field, default: LinkEdits()].add(target, at: stamp)
  }

  /// A person removes a link.
  ///
  /// - Parameter redirects: other names of the target: what was linked under them is removed, too.
  package mutating func unlink(
    _ field: String,
    from target: RecordName,
    at stamp: Stamp,
    following redirects: Redirects = Redirects()
  ) {
    var edits = links[field] ?? LinkEdits()
    for copy in copies.values {
      // A copy's links are kept with the copy, where they cannot be removed.
      for (linked, time) in copy.links(of: field)
      where redirects.destination(of: linked) == redirects.destination(of: target) {
        edits.add(linked, at: time)
      }
    }
    edits.remove(target, at: stamp, following: redirects)
    links[field] = edits
  }

  /// A person deletes it.
  ///
  /// It is also how a deletion is entered that was made before there were stamps. That one bears the time
  /// of the mark which shows that the preset had been there, so that it is the same on every
  /// device, and earlier than anything that people do now.
  package mutating func delete(at stamp: Stamp) {
    life.join(Life(stamp: stamp, isDeleted: true))
  }

  /// A person brings it back, with what was written in it before.
  package mutating func restore(at stamp: Stamp) {
    life.join(Life(stamp: stamp, isDeleted: false))
  }

  /// Resets it: what people did up to now has no effect any more.
  package mutating func reset(at stamp: Stamp) { reset.join(stamp) }

  /// Resets one field.
  package mutating func reset(_ field: String, at stamp: Stamp) {
    fieldResets[field].join(stamp)
  }

  /// Takes in a copy that bears no stamps, as it was seen. Once or a hundred times is the same.
  package mutating func fold(_ copy: LegacyCopy<Value>, named name: RecordName) {
    copies[name].join(copy)
  }

  /// Takes in the record of a preset that has got this one's ID: what people did to it was done to
  /// this one.
  package mutating func absorb(_ former: RecordState) {
    var content = former
    content.redirect = nil
    content.edition = nil
    join(content)
  }

  /// The record was merged into another.
  package mutating func redirect(to redirect: Redirect) { self.redirect.join(redirect) }

  /// Forgets what resets have put out of effect up to a time.
  ///
  /// It changes nothing that shows; a replica that has not forgotten brings it back without harm.
  ///
  /// - Parameter shared: the latest reset that concerns more than this record.
  package mutating func forgetDiscarded(upTo time: HybridTime, shared: Stamp?) {
    guard edition != nil else { return }
    let reset = reset.joined(with: shared)
    func isForgotten(_ stamp: Stamp, _ field: String?) -> Bool {
      let latest = field.map { reset.joined(with: fieldResets[$0]) } ?? reset
      return latest.map { stamp <= $0 && $0.time <= time } ?? false
    }
    cells = cells.filter { !isForgotten($1.stamp, $0) }
    if let stamp = life?.stamp, isForgotten(stamp, nil) { life = nil }
  }
}
