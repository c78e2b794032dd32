/// Everything that is known of a record: the catalog's content and the user's changes, each with its
/// stamp.
///
/// A record has no current value. Its values are computed when it is read (``RecordReading``). Two
/// replicas with the same knowledge therefore show the same values, in whatever order they received it.
///
/// A record without a catalog version is one that the user has created. Its values are edits, and resets do
/// not affect it.
///
/// ```swift
/// let clock = StampClock(device: .random())
/// var here = RecordState<RecordValue>()
/// here.write(.text("Soup"), to: "title", at: clock.next())
/// var there = here
/// there.write(.text("Minestrone"), to: "title", at: clock.next())
/// here.join(there)
/// print(RecordReading(here).value(of: "title") == .text("Minestrone"))  // true
/// ```
public struct RecordState<Value: FieldValue>: Sendable {
  /// All parts; nil if nothing is known.
  ///
  /// Copies of a state share them until one is changed: a merge copies the state of a record much more often than it
  /// changes one.
  private var content: Content?

  /// Creates the state of a record of which nothing is known.
  public init() {}

  /// The latest stamp in the record, copies included. The user's next write must be later.
  public var latestStamp: Stamp? {
    var latest = reset.joined(with: deletion?.stamp).joined(with: upsert)
    for cell in edits.values { latest.join(cell.stamp) }
    for edits in links.values { latest.join(edits.latestStamp) }
    for totals in counters.values { latest.join(totals.latestStamp) }
    for stamp in fieldResets.values { latest.join(stamp) }
    for copy in duplicates.values { latest.join(copy.latestStamp) }
    return latest
  }
}

// MARK: - Parts

extension RecordState {
  private struct Parts: Equatable, Sendable {
    var catalogVersion: CatalogVersion<Value>?
    var edits: [String: FieldEdit<Value>] = [:]
    var links: [String: LinkEdits] = [:]
    var counters: [String: CounterTotals] = [:]
    var deletion: DeletionState?
    var upsert: Stamp?
    var reset: Stamp?
    var fieldResets: [String: Stamp] = [:]
    var duplicates: [RecordName: UnstampedDuplicate<Value>] = [:]
    var redirect: Redirect?
    var others: [String: UnknownContent] = [:]
  }

  /// The parts that states share. Only the state that alone has them changes them, so they can be on several threads, and
  /// an exclusive access to the state is one to them.
  private final class Content: @unchecked Sendable {
    @exclusivity(unchecked) var parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  /// The parts of this state alone, to change them.
  private var own: Content {
    mutating get {
      if isKnownUniquelyReferenced(&content), let content { return content }
      let own = Content(content?.parts ?? Parts())
      content = own
      return own
    }
  }

  /// The latest version of the content that a catalog has offered.
  public internal(set) var catalogVersion: CatalogVersion<Value>? {
    get { content?.parts.catalogVersion }
    _modify { yield &own.parts.catalogVersion }
  }

  /// The values that the user wrote, by field.
  public internal(set) var edits: [String: FieldEdit<Value>] {
    get { content?.parts.edits ?? [:] }
    _modify { yield &own.parts.edits }
  }

  /// The links that the user added and removed, by field.
  public internal(set) var links: [String: LinkEdits] {
    get { content?.parts.links ?? [:] }
    _modify { yield &own.parts.links }
  }

  /// The totals that devices have added to counters, by field.
  public internal(set) var counters: [String: CounterTotals] {
    get { content?.parts.counters ?? [:] }
    _modify { yield &own.parts.counters }
  }

  /// The user's latest decision to delete or to restore the record.
  public internal(set) var deletion: DeletionState? {
    get { content?.parts.deletion }
    _modify { yield &own.parts.deletion }
  }

  /// The latest save of a new object that has turned out to be this one: both have one unique value.
  ///
  /// A deletion whose device did not know of it is undone by the device that learns of both.
  public internal(set) var upsert: Stamp? {
    get { content?.parts.upsert }
    _modify { yield &own.parts.upsert }
  }

  /// The latest reset of this record alone.
  public internal(set) var reset: Stamp? {
    get { content?.parts.reset }
    _modify { yield &own.parts.reset }
  }

  /// The latest resets of single fields.
  public internal(set) var fieldResets: [String: Stamp] {
    get { content?.parts.fieldResets ?? [:] }
    _modify { yield &own.parts.fieldResets }
  }

  /// The duplicates of the record that apps without stable names have made, by their names.
  public internal(set) var duplicates: [RecordName: UnstampedDuplicate<Value>] {
    get { content?.parts.duplicates ?? [:] }
    _modify { yield &own.parts.duplicates }
  }

  /// The record that this record was merged into.
  public internal(set) var redirect: Redirect? {
    get { content?.parts.redirect }
    _modify { yield &own.parts.redirect }
  }

  /// The content that a later version of the library has added, by the names of its members.
  public internal(set) var others: [String: UnknownContent] {
    get { content?.parts.others ?? [:] }
    _modify { yield &own.parts.others }
  }
}

extension RecordState {
  /// The former name of ``catalogVersion``.
  @available(*, deprecated, renamed: "catalogVersion")
  public var edition: CatalogVersion<Value>? { catalogVersion }

  /// The former name of ``edits``.
  @available(*, deprecated, renamed: "edits")
  public var cells: [String: FieldEdit<Value>] { edits }

  /// The former name of ``deletion``.
  @available(*, deprecated, renamed: "deletion")
  public var life: DeletionState? { deletion }

  /// The former name of ``duplicates``.
  @available(*, deprecated, renamed: "duplicates")
  public var copies: [RecordName: UnstampedDuplicate<Value>] { duplicates }
}

extension RecordState: Equatable {
  /// Returns `true` if all parts are equal.
  @_specialize(where Value == RecordValue)
  public static func == (left: RecordState, right: RecordState) -> Bool {
    if left.content === right.content { return true }
    return (left.content?.parts ?? Parts()) == (right.content?.parts ?? Parts())
  }
}

extension RecordState: CustomReflectable {
  /// The parts, as descriptions and the messages of failed tests show them.
  public var customMirror: Mirror {
    let parts = Mirror(reflecting: content?.parts ?? Parts())
    return Mirror(self, children: parts.children, displayStyle: .struct)
  }
}

extension RecordState: Mergeable {
  /// Joins all parts of the states.
  @_specialize(where Value == RecordValue)
  public mutating func join(_ other: RecordState) {
    if other.content == nil || other.content === content { return }
    guard content != nil else {
      self = other
      return
    }
    if let version = other.catalogVersion { offer(version) }
    edits.join(other.edits)
    links.join(other.links)
    counters.join(other.counters)
    deletion.join(other.deletion)
    upsert.join(other.upsert)
    reset.join(other.reset)
    fieldResets.join(other.fieldResets)
    duplicates.join(other.duplicates)
    redirect.join(other.redirect)
    others.join(other.others)
  }
}

// MARK: - Changes

extension RecordState {
  /// Takes a version of a catalog's content, unless a later one is known. It changes nothing that the user
  /// wrote.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// var recipe = RecordState<RecordValue>()
  /// recipe.offer(CatalogVersion(version: 1, values: ["title": .text("Soup")]))
  /// recipe.write(.text("My soup"), to: "title", at: clock.next())
  /// recipe.offer(CatalogVersion(version: 2, values: ["title": .text("Minestrone")]))
  /// print(RecordReading(recipe).value(of: "title") == .text("My soup"))  // true
  /// ```
  @_specialize(where Value == RecordValue)
  public mutating func offer(_ version: CatalogVersion<Value>) {
    catalogVersion = catalogVersion.map { CatalogVersion.later($0, version) } ?? version
  }

  /// Returns the state with another version of the catalog's content, also if that is an earlier one.
  package func replacingCatalogVersion(by version: CatalogVersion<Value>) -> RecordState {
    var state = self
    state.catalogVersion = version
    return state
  }

  /// Writes a field.
  public mutating func write(_ value: Value, to field: String, at stamp: Stamp) {
    write(value, to: field, over: catalogVersion?.values[field], at: stamp)
  }

  /// Writes a field whose value in the catalog is not in this state.
  public mutating func write(
    _ value: Value, to field: String, over base: Value?, at stamp: Stamp
  ) {
    edits[field].join(FieldEdit(stamp: stamp, value: value, base: base))
  }

  /// Adds a link.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// var recipe = RecordState<RecordValue>()
  /// recipe.link("tags", to: .object(key: 4), at: clock.next())
  /// print(RecordReading(recipe).links(of: "tags"))  // [o.0000000000000004]
  /// ```
  public mutating func link(_ field: String, to target: RecordName, at stamp: Stamp) {
    links[field, default: LinkEdits()].add(target, at: stamp)
  }

  /// Removes a link.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// var recipe = RecordState<RecordValue>()
  /// recipe.link("tags", to: .object(key: 4), at: clock.next())
  /// recipe.unlink("tags", from: .object(key: 4), at: clock.next())
  /// print(RecordReading(recipe).links(of: "tags"))  // []
  /// ```
  ///
  /// - Parameters:
  ///   - field: The relationship.
  ///   - target: The record that the link references.
  ///   - stamp: The stamp of the removal.
  ///   - redirects: The other names of the target. Links under these names are removed, too.
  public mutating func unlink(
    _ field: String,
    from target: RecordName,
    at stamp: Stamp,
    following redirects: Redirects = Redirects()
  ) {
    var edits = links[field] ?? LinkEdits()
    for copy in duplicates.values {
      // The links of a copy are stored with the copy and cannot be removed there.
      for (linked, time) in copy.links(of: field)
      where redirects.destination(of: linked) == redirects.destination(of: target) {
        edits.add(linked, at: time)
      }
    }
    edits.remove(target, at: stamp, following: redirects)
    links[field] = edits
  }

  /// Removes a link that another state contains, without the rest of that state.
  ///
  /// The removal applies to all additions in the other state, and to all that the removing device has made before.
  public mutating func unlink(
    _ field: String,
    from target: RecordName,
    at stamp: Stamp,
    seen known: RecordState,
    following redirects: Redirects = Redirects()
  ) {
    var seen = RecordState()
    seen.links[field] = known.links[field]
    seen.duplicates = known.duplicates
    seen.unlink(field, from: target, at: stamp, following: redirects)
    let name = redirects.destination(of: target)
    for (alias, edit) in seen.links[field]?.edits ?? [:]
    where redirects.destination(of: alias) == name {
      links[field, default: LinkEdits()].join(alias, edit.removalOnly(by: stamp))
    }
  }

  /// Gives a link a place in the collections at its ends. An order key that is nil stays.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// var recipe = RecordState<RecordValue>()
  /// let step = RecordName.object(key: 4)
  /// recipe.link("steps", to: step, at: clock.next())
  /// recipe.order("steps", to: step, by: LinkOrder(key: 1000), at: clock.next())
  /// print(RecordReading(recipe).orderKeys(of: "steps")[step]?.key ?? 0)  // 1000
  /// ```
  public mutating func order(
    _ field: String, to target: RecordName, by keys: LinkOrder, at stamp: Stamp
  ) {
    if keys == LinkOrder() { return }
    links[field, default: LinkEdits()].order(target, keys, at: stamp)
  }

  /// The former name of ``order(_:to:by:at:)``.
  @available(*, deprecated, renamed: "order(_:to:by:at:)")
  public mutating func order(
    _ field: String, _ target: RecordName, _ keys: LinkOrder, at stamp: Stamp
  ) {
    order(field, to: target, by: keys, at: stamp)
  }

  /// Sets what a device has added to a counter in total.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// var recipe = RecordState<RecordValue>()
  /// let total = CounterTotals.Total(stamp: clock.next(), amount: 3)
  /// recipe.count("timesCooked", total, by: clock.device)
  /// print(RecordReading(recipe).value(of: "timesCooked") == .integer(3))  // true
  /// ```
  public mutating func count(
    _ field: String, _ total: CounterTotals.Total, by device: DeviceIdentifier
  ) {
    counters[field, default: CounterTotals()].totals[CounterTotals.Writer(device)].join(total)
  }

  /// Joins the changes of one link.
  public mutating func join(_ field: String, to target: RecordName, with edit: LinkEdits.Edit) {
    links[field, default: LinkEdits()].join(target, edit)
  }

  /// The former name of ``join(_:to:with:)``.
  @available(*, deprecated, renamed: "join(_:to:with:)")
  public mutating func join(_ field: String, _ target: RecordName, _ edit: LinkEdits.Edit) {
    join(field, to: target, with: edit)
  }

  /// Deletes the record.
  ///
  /// A deletion from before there were stamps is entered the same way. Its stamp has the time of the
  /// preset metadata which shows that the preset existed. The stamp is therefore the same on every
  /// device, and earlier than any current edit.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// var recipe = RecordState<RecordValue>()
  /// recipe.delete(at: clock.next())
  /// print(RecordReading(recipe).isVisible(hasInboundReferences: false))  // false
  /// ```
  public mutating func delete(at stamp: Stamp) {
    deletion.join(DeletionState(stamp: stamp, isDeleted: true))
  }

  /// Restores the record, with its earlier edits.
  public mutating func restore(at stamp: Stamp) {
    deletion.join(DeletionState(stamp: stamp, isDeleted: false))
  }

  /// Notes that a new object of a user has turned out to be this one.
  public mutating func upsert(at stamp: Stamp) { upsert.join(stamp) }

  /// Resets the record: the user's earlier changes are no longer in effect.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// var recipe = RecordState<RecordValue>()
  /// recipe.offer(CatalogVersion(version: 1, values: ["minutes": .integer(20)]))
  /// recipe.write(.integer(25), to: "minutes", at: clock.next())
  /// recipe.reset(at: clock.next())
  /// print(RecordReading(recipe).value(of: "minutes") == .integer(20))  // true
  /// ```
  public mutating func reset(at stamp: Stamp) { reset.join(stamp) }

  /// Resets one field.
  public mutating func reset(_ field: String, at stamp: Stamp) {
    fieldResets[field].join(stamp)
  }

  /// Merges a copy without stamps, as it was seen. The operation is idempotent.
  public mutating func fold(_ copy: UnstampedDuplicate<Value>, named name: RecordName) {
    duplicates[name].join(copy)
  }

  /// Merges the record of a preset whose new ID is this record's. The user's changes to that record
  /// become changes to this one.
  public mutating func absorb(_ former: RecordState) {
    var content = former
    content.redirect = nil
    content.catalogVersion = nil
    join(content)
  }

  /// Joins content that devices keep and send back without a meaning of its own; see ``UnknownContent``.
  ///
  /// - Parameter member: The name in the JSON form. Those of other parts of the state are not allowed, and ignored when
  ///   the form is read.
  public mutating func keep(_ content: UnknownContent, as member: String) {
    others[member].join(content)
  }

  /// Records that this record was merged into another one.
  public mutating func redirect(to redirect: Redirect) { self.redirect.join(redirect) }

  /// Returns `true` if the record is a preset and its catalog has no value for a field.
  package func isLeftToUser(_ field: String) -> Bool {
    catalogVersion.map { $0.values[field] == nil } ?? false
  }

  /// Removes the changes that resets have discarded up to a time.
  ///
  /// The removal changes no visible value. A replica that still has the changes can return them without
  /// harm.
  ///
  /// - Parameters:
  ///   - time: The time of the latest changes to remove.
  ///   - shared: The latest reset that covers more than this record.
  @_specialize(where Value == RecordValue)
  public mutating func forgetDiscarded(upTo time: HybridTime, shared: Stamp?) {
    guard catalogVersion != nil else { return }
    let reset = reset.joined(with: shared)
    if reset == nil, fieldResets.isEmpty { return }
    func isForgotten(_ stamp: Stamp, _ field: String?) -> Bool {
      let latest = field.map { reset.joined(with: fieldResets[$0]) } ?? reset
      return latest.map { stamp <= $0 && $0.time <= time } ?? false
    }
    edits = edits.filter { isLeftToUser($0) || !isForgotten($1.stamp, $0) }
    for field in counters.keys where !isLeftToUser(field) {
      guard let latest = reset.joined(with: fieldResets[field]), latest.time <= time else {
        continue
      }
      counters[field]?.forgetDiscarded(by: latest)
      if counters[field]?.totals.isEmpty == true { counters[field] = nil }
    }
    if let stamp = deletion?.stamp, isForgotten(stamp, nil) { deletion = nil }
  }
}
