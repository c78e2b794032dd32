extension _Model {
  /// The state of an object besides its properties: its identity, its graph and its changes.
  ///
  /// 40 bytes. ``ModelExtras`` contains the rest, which few objects need.
  public struct Header: ~Copyable {
    /// The object's table in the graph that it belongs to. It is set from the object's insertion, or
    /// its load from the store, until the object leaves the graph.
    // Not retained by each object: the table retains the graph, and so itself, while it has objects.
    private var home: Unmanaged<ModelTable>?
    /// The object's identity, assigned at its creation; see ``IdentityGenerator``.
    var rowID: Int64
    /// A bit for each property that differs from the store; see ``PropertyMask``.
    var dirty: PropertyMask = []
    var extras: ModelExtras?
    var state: ModelState = []

    /// Creates the header of an object that a program creates.
    public init() {
      rowID = IdentityGenerator.next()
    }

    /// Creates the header of an object that represents a row.
    @inline(__always)
    init(table: Unmanaged<ModelTable>, rowID: Int64) {
      home = table
      self.rowID = rowID
      state = .saved
    }

    deinit {
      // The identity map has the original of an alias, and not the alias.
      if state.contains(.alias) { return }
      home?._withUnsafeGuaranteedRef { $0.map.remove(rowID) }
    }

    // MARK: Belonging

    /// The table of the object's entity in its graph.
    var modelTable: ModelTable? {
      @inline(__always) get { home?.takeUnretainedValue() }
    }

    /// The graph that the object belongs to. The graph outlives the `ModelContext` while it has
    /// objects. Therefore a model is safe to read after its context was released.
    var modelGraph: (any ModelGraph)? {
      @inline(__always) get { home?._withUnsafeGuaranteedRef { $0.modelGraph } }
    }

    /// `true` if the store of the object's graph has a row for the object.
    var isStored: Bool { home != nil && state.contains(.saved) }

    /// `true` if the graph has not merged all saves of other contexts.
    @inline(__always)
    var hasRemoteChanges: Bool {
      home?._withUnsafeGuaranteedRef { $0.remoteChanges.isSet } ?? false
    }

    /// `true` if the object's graph may have objects that are left out of relationships.
    @inline(__always)
    var mayLeaveOut: Bool { home?._withUnsafeGuaranteedRef { $0.mayLeaveOut } ?? false }

    /// Assigns the object to a table. The caller must update the table at the same time.
    mutating func join(_ table: ModelTable) { home = .passUnretained(table) }

    /// Removes the object from its table. The caller must update the table at the same time.
    mutating func leave() { home = nil }

    /// Adopts the key and the table of the object that an alias stands for.
    mutating func follow(_ original: borrowing Header) {
      home = original.home
      rowID = original.rowID
    }
  }
}

struct ModelState: OptionSet, Sendable {
  let rawValue: UInt16
  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A row of the object is in the store.
  static let saved = ModelState(rawValue: 1 << 1)
  /// The object's insertion waits for a save.
  static let inserted = ModelState(rawValue: 1 << 2)
  /// The object is one of the changed objects.
  static let changed = ModelState(rawValue: 1 << 3)
  /// The object's deletion waits for a save.
  static let deleted = ModelState(rawValue: 1 << 4)
  /// Some properties must be read again from the store; ``ModelExtras/stale`` lists them.
  static let stale = ModelState(rawValue: 1 << 5)
  /// The object has, or had, observers.
  static let observed = ModelState(rawValue: 1 << 6)
  /// The row was deleted; the object keeps its last values.
  static let gone = ModelState(rawValue: 1 << 7)

  /// A stored value of the object cannot be represented, and has no substitute. Fetches leave the
  /// object out.
  static let leftOut = ModelState(rawValue: 1 << 8)

  /// The object stands for another object of its context, which represents the same row; see
  /// ``PersistentModel/original``.
  static let alias = ModelState(rawValue: 1 << 9)

  /// The states that a read must handle.
  static let disturbed: ModelState = [.stale, .observed, .alias]
}

/// A set of the first 63 properties of a model, and one bit for all others together.
package struct PropertyMask: OptionSet, Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  @inline(__always)
  package init(property index: Int) { rawValue = 1 << UInt64(min(index, 63)) }

  package static let all = PropertyMask(rawValue: .max)

  @inline(__always)
  package func contains(property index: Int) -> Bool { contains(PropertyMask(property: index)) }
}

/// The state that only some objects need.
final class ModelExtras {
  var registrar: ModelObservation?
  /// The properties to read again before the next read.
  var stale: PropertyMask = []
  /// The properties whose observers (`willSet`, `didSet`) are running.
  var observing: Set<Int> = []
  /// The store that the object belonged to before it was deleted.
  var formerStore: String?
  /// The stored values of properties whose types cannot represent them, by property index; nil if
  /// there are none.
  var unrepresented: [Int: SQLValue]?
  /// The identifier that a custom store had given to the object before it was deleted.
  var formerIdentifier: PersistentIdentifier?
  /// The object that an alias stands for; nil for other objects.
  var original: (any PersistentModel)?
  /// The aliases of the object. Each of them holds the object, and not the reverse.
  var aliases: [Weak<AnyObject>] = []
}
