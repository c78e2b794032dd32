/// What each object carries besides its properties: who it is, where it belongs and what has
/// changed.
///
/// 40 bytes. The rest, which few objects need, lies in ``ModelExtras``.
public struct _ModelHeader: ~Copyable {
  /// The object's table in the graph that it belongs to: from its insertion, or its arrival from
  /// the store, until it is gone.
  // Not counted by each object: the table holds the graph, and so itself, as long as it has any.
  private var home: Unmanaged<GraphTable>?
  /// The object's identity, given at its birth; see ``IdentityGenerator``.
  var rowID: Int64
  /// A bit for each property that differs from the store; see ``PropertyMask``.
  var dirty: PropertyMask = []
  var extras: ModelExtras?
  var state: ModelState = []

  /// The header of an object that a program makes.
  public init() {
    rowID = IdentityGenerator.next()
  }

  /// The header of an object that stands for a row.
  @inline(__always)
  init(table: Unmanaged<GraphTable>, rowID: Int64) {
    home = table
    self.rowID = rowID
    state = .saved
  }

  deinit {
    home?._withUnsafeGuaranteedRef { $0.map.remove(rowID) }
  }

  // MARK: Belonging

  /// The table of the object's entity in its graph.
  var table: GraphTable? { home?.takeUnretainedValue() }

  /// The graph that the object belongs to. The graph outlives the `ModelContext` while it has
  /// objects, which is what makes a model safe to read after its context has gone.
  var graph: ObjectGraph? {
    @inline(__always) get { home?._withUnsafeGuaranteedRef { $0.graph } }
  }

  /// Whether the graph has yet to hear of what other contexts saved.
  @inline(__always)
  var hasNews: Bool { home?._withUnsafeGuaranteedRef { $0.inbox.hasNews } ?? false }

  /// Whether the object's graph may have objects that are left out of relationships.
  @inline(__always)
  var mayLeaveOut: Bool { home?._withUnsafeGuaranteedRef { $0.mayLeaveOut } ?? false }

  /// Whether this is the graph that the object belongs to.
  @inline(__always)
  func belongs(to graph: ObjectGraph) -> Bool {
    home?._withUnsafeGuaranteedRef { $0.graph === graph } ?? false
  }

  /// The object becomes one of a table, which must be told at the same time.
  mutating func join(_ table: GraphTable) { home = .passUnretained(table) }

  /// The object belongs nowhere; its table must be told at the same time.
  mutating func leave() { home = nil }
}

struct ModelState: OptionSet, Sendable {
  let rawValue: UInt16
  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A row of the object is in the store.
  static let saved = ModelState(rawValue: 1 << 1)
  /// The object waits for its first save.
  static let inserted = ModelState(rawValue: 1 << 2)
  /// The object is among the changed ones.
  static let changed = ModelState(rawValue: 1 << 3)
  /// The object's deletion waits for a save.
  static let deleted = ModelState(rawValue: 1 << 4)
  /// Some properties must be read again from the store: those of ``ModelExtras/stale``.
  static let stale = ModelState(rawValue: 1 << 5)
  /// Somebody observes, or has observed, the object.
  static let observed = ModelState(rawValue: 1 << 6)
  /// The row is gone; the object keeps its last values.
  static let gone = ModelState(rawValue: 1 << 7)

  /// A stored value of the object cannot be represented, and nothing may be read in its place: fetches
  /// leave the object out.
  static let leftOut = ModelState(rawValue: 1 << 8)

  /// What a read has to look after.
  static let disturbed: ModelState = [.stale, .observed]
}

/// A set of the first 63 properties of a model, and one bit for all others together.
struct PropertyMask: OptionSet, Hashable, Sendable {
  let rawValue: UInt64
  init(rawValue: UInt64) { self.rawValue = rawValue }

  @inline(__always)
  init(property index: Int) { rawValue = 1 << UInt64(min(index, 63)) }

  static let all = PropertyMask(rawValue: .max)

  @inline(__always)
  func contains(property index: Int) -> Bool { contains(PropertyMask(property: index)) }
}

/// What only some objects need.
final class ModelExtras {
  var registrar: ModelObservation?
  /// The properties to read again before the next read.
  var stale: PropertyMask = []
  /// The properties whose observers (`willSet`, `didSet`) are running.
  var observing: Set<Int> = []
  /// The store that the object belonged to before it was deleted.
  var formerStore: String?
  /// The stored values of properties whose types cannot represent them, by the properties' indices; nil
  /// for none.
  var unrepresented: [Int: SQLValue]?
  /// The identifier that a custom store had given to the object before it was deleted.
  var formerIdentifier: PersistentIdentifier?
}
