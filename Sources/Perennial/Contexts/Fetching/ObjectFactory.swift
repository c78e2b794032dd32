import PerennialRuntime

/// Creates the objects of one query's rows, or finds them in the identity map.
///
/// Values that are the same for all rows are looked up once, because a fetch of many objects spends its
/// time here.
struct ObjectFactory<Model: PersistentModel>: ~Copyable {
  private let graph: ObjectGraph
  private let table: EntityTable
  private let map: IdentityMap
  private let home: Unmanaged<ModelTable>
  private let metadata: UnsafeRawPointer
  private let canEmplace: Bool
  /// The properties that the query reads.
  private let mask: PropertyMask
  /// `true` if a row provides all values of an object.
  private let isWhole: Bool

  init(
    _ type: Model.Type,
    table: EntityTable,
    graph: ObjectGraph,
    mask: PropertyMask = .all
  ) {
    self.graph = graph
    self.table = table
    self.mask = mask
    map = table.map
    home = .passUnretained(table)
    metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    canEmplace = Model._$canEmplace
    isWhole = mask == .all && !table.hasEphemeral
    map.beginInserting(into: graph)
  }

  deinit { map.endInserting() }

  /// Returns the objects of a query's rows, in order.
  func objects(
    of rows: consuming RowCursor, including extent: ObjectExtent
  ) throws -> [AnyObject] {
    var objects = ObjectList()
    while try rows.next() {
      if let object = try object(&rows.row, including: extent) { objects.append(object.toOpaque()) }
    }
    return objects.objects()
  }

  /// Returns the object of the current row, whose key is in the row's current column. The caller owns the
  /// object.
  ///
  /// - Returns: Nil if the deletion of the object is pending and such objects are left out, or if the
  ///   object has a value that cannot be represented.
  @inline(__always)
  func object(
    _ row: inout _Storage.Row, including extent: ObjectExtent
  ) throws -> Unmanaged<Model>? {
    let rowID = row.int64()
    let place = map.place(of: rowID)
    if let known = map.object(at: place) {
      let model = unsafeDowncast(known, to: Model.self)
      let state = model._$header.pointee.state
      if !state.isDisjoint(with: [.stale, .leftOut]), try !isShown(model, row: &row, extent: extent)
      {
        return nil
      }
      return extent.contains(.deleted) || !state.contains(.deleted) ? .passRetained(model) : nil
    }
    let model: Unmanaged<Model>
    if canEmplace {
      guard let memory = perennial_allocate_object(metadata) else {
        throw SwiftDataError.storeFailure.because("the memory is exhausted for a \(Model.self)")
      }
      model = .fromOpaque(memory)
      // No initialiser runs.
      model._withUnsafeGuaranteedRef { model in
        model._$header.initialize(to: _Model.Header(table: home, rowID: rowID))
        model._$emplace(&row)
      }
    } else {
      model = try initialise(rowID, &row)
    }
    map.insert(model.toOpaque(), for: rowID, at: place)
    if !isWhole || row.failure != nil, try !finish(model, from: &row, extent: extent) { return nil }
    return model
  }

  /// Refreshes a known object, and returns `true` if the result includes it.
  private func isShown(
    _ model: Model, row: inout _Storage.Row, extent: ObjectExtent
  ) throws -> Bool {
    if model._$header.pointee.state.contains(.stale), mask == .all {
      try graph.reader.refresh(model, from: &row, table)
    }
    if extent.contains(.leftOut) || !model._$header.pointee.state.contains(.leftOut) {
      return true
    }
    graph.reading.leftOutRows += 1
    return false
  }

  /// Creates the object of a row by an initialiser, for a class that needs one.
  private func initialise(_ rowID: Int64, _ row: inout _Storage.Row) throws -> Unmanaged<Model> {
    guard let model = Model._$make(&row) else {
      throw SwiftDataError.unsupportedFeature.because("\(Model.self) cannot be created from a row")
    }
    model._$header.pointee = _Model.Header(table: home, rowID: rowID)
    return .passRetained(model)
  }

  /// Sets the properties of a new object that do not come from its row, and substitutes values that cannot
  /// be represented.
  ///
  /// - Returns: `true` if the result includes the object. Otherwise the object is released.
  private func finish(
    _ object: Unmanaged<Model>, from row: inout _Storage.Row, extent: ObjectExtent
  ) throws -> Bool {
    let model = object.takeUnretainedValue()
    if row.failure != nil {
      do {
        try graph.reader.substitute(in: model, for: &row, table)
      } catch {
        object.release()
        throw error
      }
    }
    for property in table.entity.ephemeral { model.setDefault(property) }
    if mask != .all { graph.markStale(model, PropertyMask.all.subtracting(mask)) }
    if extent.contains(.leftOut) || !model._$header.pointee.state.contains(.leftOut) {
      return true
    }
    graph.reading.leftOutRows += 1
    object.release()
    return false
  }
}

/// The objects that a query includes besides those that every query includes.
struct ObjectExtent: OptionSet {
  let rawValue: UInt8

  static let shown: ObjectExtent = []
  /// Objects whose deletion is pending.
  static let deleted = ObjectExtent(rawValue: 1)
  /// Objects with a value that cannot be represented. Relationships need these objects.
  static let leftOut = ObjectExtent(rawValue: 2)
}
