// The expansion of Models/TenIntegers.swift. Do not edit; to write it anew, run
//   make expansions
// swift-format-ignore-file

import SwiftData

/// The model with ten integer columns.
final class TenIntegers {
  var i0: Int {
    @storageRestrictions(accesses: _$s_i0, initializes: _i0)
    init(initialValue) {
      _$s_i0.initialize(initialValue)
      _i0 = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.i0)
      return _$s_i0.get(self, _$Properties.i0)
    }
    set {
      Perennial._Model.willSet(self, \.i0, _$Properties.i0)
      Perennial._Model.didSet(self, \.i0, _$Properties.i0, _$s_i0.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_i0 = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _i0: Perennial._Model.Marker
  var i1: Int {
    @storageRestrictions(accesses: _$s_i1, initializes: _i1)
    init(initialValue) {
      _$s_i1.initialize(initialValue)
      _i1 = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.i1)
      return _$s_i1.get(self, _$Properties.i1)
    }
    set {
      Perennial._Model.willSet(self, \.i1, _$Properties.i1)
      Perennial._Model.didSet(self, \.i1, _$Properties.i1, _$s_i1.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_i1 = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _i1: Perennial._Model.Marker
  var i2: Int {
    @storageRestrictions(accesses: _$s_i2, initializes: _i2)
    init(initialValue) {
      _$s_i2.initialize(initialValue)
      _i2 = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.i2)
      return _$s_i2.get(self, _$Properties.i2)
    }
    set {
      Perennial._Model.willSet(self, \.i2, _$Properties.i2)
      Perennial._Model.didSet(self, \.i2, _$Properties.i2, _$s_i2.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_i2 = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _i2: Perennial._Model.Marker
  var i3: Int {
    @storageRestrictions(accesses: _$s_i3, initializes: _i3)
    init(initialValue) {
      _$s_i3.initialize(initialValue)
      _i3 = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.i3)
      return _$s_i3.get(self, _$Properties.i3)
    }
    set {
      Perennial._Model.willSet(self, \.i3, _$Properties.i3)
      Perennial._Model.didSet(self, \.i3, _$Properties.i3, _$s_i3.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_i3 = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _i3: Perennial._Model.Marker
  var i4: Int {
    @storageRestrictions(accesses: _$s_i4, initializes: _i4)
    init(initialValue) {
      _$s_i4.initialize(initialValue)
      _i4 = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.i4)
      return _$s_i4.get(self, _$Properties.i4)
    }
    set {
      Perennial._Model.willSet(self, \.i4, _$Properties.i4)
      Perennial._Model.didSet(self, \.i4, _$Properties.i4, _$s_i4.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_i4 = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _i4: Perennial._Model.Marker
  var i5: Int {
    @storageRestrictions(accesses: _$s_i5, initializes: _i5)
    init(initialValue) {
      _$s_i5.initialize(initialValue)
      _i5 = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.i5)
      return _$s_i5.get(self, _$Properties.i5)
    }
    set {
      Perennial._Model.willSet(self, \.i5, _$Properties.i5)
      Perennial._Model.didSet(self, \.i5, _$Properties.i5, _$s_i5.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_i5 = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _i5: Perennial._Model.Marker
  var i6: Int {
    @storageRestrictions(accesses: _$s_i6, initializes: _i6)
    init(initialValue) {
      _$s_i6.initialize(initialValue)
      _i6 = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.i6)
      return _$s_i6.get(self, _$Properties.i6)
    }
    set {
      Perennial._Model.willSet(self, \.i6, _$Properties.i6)
      Perennial._Model.didSet(self, \.i6, _$Properties.i6, _$s_i6.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_i6 = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _i6: Perennial._Model.Marker
  var i7: Int {
    @storageRestrictions(accesses: _$s_i7, initializes: _i7)
    init(initialValue) {
      _$s_i7.initialize(initialValue)
      _i7 = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.i7)
      return _$s_i7.get(self, _$Properties.i7)
    }
    set {
      Perennial._Model.willSet(self, \.i7, _$Properties.i7)
      Perennial._Model.didSet(self, \.i7, _$Properties.i7, _$s_i7.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_i7 = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _i7: Perennial._Model.Marker
  var i8: Int {
    @storageRestrictions(accesses: _$s_i8, initializes: _i8)
    init(initialValue) {
      _$s_i8.initialize(initialValue)
      _i8 = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.i8)
      return _$s_i8.get(self, _$Properties.i8)
    }
    set {
      Perennial._Model.willSet(self, \.i8, _$Properties.i8)
      Perennial._Model.didSet(self, \.i8, _$Properties.i8, _$s_i8.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_i8 = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _i8: Perennial._Model.Marker
  var i9: Int {
    @storageRestrictions(accesses: _$s_i9, initializes: _i9)
    init(initialValue) {
      _$s_i9.initialize(initialValue)
      _i9 = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.i9)
      return _$s_i9.get(self, _$Properties.i9)
    }
    set {
      Perennial._Model.willSet(self, \.i9, _$Properties.i9)
      Perennial._Model.didSet(self, \.i9, _$Properties.i9, _$s_i9.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_i9 = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _i9: Perennial._Model.Marker

  init(_ value: Int) {
    i0 = value
    i1 = value
    i2 = value
    i3 = value
    i4 = value
    i5 = value
    i6 = value
    i7 = value
    i8 = value
    i9 = value
  }

  @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

  nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
    Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
  }

  nonisolated var persistentBackingData: any Perennial.BackingData<TenIntegers> {
    get { Perennial._Model.backingData(of: self) }
    set { Perennial._Model.setBackingData(newValue, of: self) }
  }

  nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
    Perennial._Model.unisolated {
      [
        Perennial.Schema.PropertyMetadata(name: "i0", keypath: \TenIntegers.i0, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "i1", keypath: \TenIntegers.i1, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "i2", keypath: \TenIntegers.i2, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "i3", keypath: \TenIntegers.i3, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "i4", keypath: \TenIntegers.i4, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "i5", keypath: \TenIntegers.i5, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "i6", keypath: \TenIntegers.i6, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "i7", keypath: \TenIntegers.i7, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "i8", keypath: \TenIntegers.i8, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "i9", keypath: \TenIntegers.i9, defaultValue: nil, metadata: nil),
      ]
    }
  }

  nonisolated enum _$Properties {
    @inline(__always) static var i0: Swift.Int { 0 }
    @inline(__always) static var i1: Swift.Int { 1 }
    @inline(__always) static var i2: Swift.Int { 2 }
    @inline(__always) static var i3: Swift.Int { 3 }
    @inline(__always) static var i4: Swift.Int { 4 }
    @inline(__always) static var i5: Swift.Int { 5 }
    @inline(__always) static var i6: Swift.Int { 6 }
    @inline(__always) static var i7: Swift.Int { 7 }
    @inline(__always) static var i8: Swift.Int { 8 }
    @inline(__always) static var i9: Swift.Int { 9 }
  }

  nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
    [
      Perennial._Storage.slotType { (model: TenIntegers) in model._$s_i0 },
      Perennial._Storage.slotType { (model: TenIntegers) in model._$s_i1 },
      Perennial._Storage.slotType { (model: TenIntegers) in model._$s_i2 },
      Perennial._Storage.slotType { (model: TenIntegers) in model._$s_i3 },
      Perennial._Storage.slotType { (model: TenIntegers) in model._$s_i4 },
      Perennial._Storage.slotType { (model: TenIntegers) in model._$s_i5 },
      Perennial._Storage.slotType { (model: TenIntegers) in model._$s_i6 },
      Perennial._Storage.slotType { (model: TenIntegers) in model._$s_i7 },
      Perennial._Storage.slotType { (model: TenIntegers) in model._$s_i8 },
      Perennial._Storage.slotType { (model: TenIntegers) in model._$s_i9 },
    ]
  }

  nonisolated static var _$canEmplace: Swift.Bool {
    true
  }

  nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
    Perennial._Storage.emplace(&_$s_i0, &row)
    Perennial._Storage.emplace(&_$s_i1, &row)
    Perennial._Storage.emplace(&_$s_i2, &row)
    Perennial._Storage.emplace(&_$s_i3, &row)
    Perennial._Storage.emplace(&_$s_i4, &row)
    Perennial._Storage.emplace(&_$s_i5, &row)
    Perennial._Storage.emplace(&_$s_i6, &row)
    Perennial._Storage.emplace(&_$s_i7, &row)
    Perennial._Storage.emplace(&_$s_i8, &row)
    Perennial._Storage.emplace(&_$s_i9, &row)
  }

  nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
    Perennial._Storage.load(&_$s_i0, &row, _$Properties.i0, mask)
    Perennial._Storage.load(&_$s_i1, &row, _$Properties.i1, mask)
    Perennial._Storage.load(&_$s_i2, &row, _$Properties.i2, mask)
    Perennial._Storage.load(&_$s_i3, &row, _$Properties.i3, mask)
    Perennial._Storage.load(&_$s_i4, &row, _$Properties.i4, mask)
    Perennial._Storage.load(&_$s_i5, &row, _$Properties.i5, mask)
    Perennial._Storage.load(&_$s_i6, &row, _$Properties.i6, mask)
    Perennial._Storage.load(&_$s_i7, &row, _$Properties.i7, mask)
    Perennial._Storage.load(&_$s_i8, &row, _$Properties.i8, mask)
    Perennial._Storage.load(&_$s_i9, &row, _$Properties.i9, mask)
  }

  nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
    Perennial._Storage.bind(_$s_i0, &binder, _$Properties.i0, mask)
    Perennial._Storage.bind(_$s_i1, &binder, _$Properties.i1, mask)
    Perennial._Storage.bind(_$s_i2, &binder, _$Properties.i2, mask)
    Perennial._Storage.bind(_$s_i3, &binder, _$Properties.i3, mask)
    Perennial._Storage.bind(_$s_i4, &binder, _$Properties.i4, mask)
    Perennial._Storage.bind(_$s_i5, &binder, _$Properties.i5, mask)
    Perennial._Storage.bind(_$s_i6, &binder, _$Properties.i6, mask)
    Perennial._Storage.bind(_$s_i7, &binder, _$Properties.i7, mask)
    Perennial._Storage.bind(_$s_i8, &binder, _$Properties.i8, mask)
    Perennial._Storage.bind(_$s_i9, &binder, _$Properties.i9, mask)
  }

  nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
    switch index {
    case 0: visitor.visit(&_$s_i0)
    case 1: visitor.visit(&_$s_i1)
    case 2: visitor.visit(&_$s_i2)
    case 3: visitor.visit(&_$s_i3)
    case 4: visitor.visit(&_$s_i4)
    case 5: visitor.visit(&_$s_i5)
    case 6: visitor.visit(&_$s_i6)
    case 7: visitor.visit(&_$s_i7)
    case 8: visitor.visit(&_$s_i8)
    case 9: visitor.visit(&_$s_i9)
    default: break
    }
  }

  nonisolated init(backingData: any Perennial.BackingData<TenIntegers>) {
    _i0 = Perennial._Model.Marker()
    _i1 = Perennial._Model.Marker()
    _i2 = Perennial._Model.Marker()
    _i3 = Perennial._Model.Marker()
    _i4 = Perennial._Model.Marker()
    _i5 = Perennial._Model.Marker()
    _i6 = Perennial._Model.Marker()
    _i7 = Perennial._Model.Marker()
    _i8 = Perennial._Model.Marker()
    _i9 = Perennial._Model.Marker()
    Perennial._Model.adopt(backingData, into: self)
  }

  internal nonisolated func access<_M>(keyPath: Swift.KeyPath<TenIntegers, _M>) {
    Perennial._Model.access(self, keyPath)
  }

  internal nonisolated func withMutation<_M, _MR>(
    keyPath: Swift.KeyPath<TenIntegers, _M>,
    _ mutation: () throws -> _MR
  ) rethrows -> _MR {
    try Perennial._Model.withMutation(self, keyPath, mutation)
  }
}

extension TenIntegers: nonisolated Observation.Observable {}

extension TenIntegers: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension TenIntegers: Swift.Sendable {}

