// The expansion of Models/Item.swift. Do not edit; to write it anew, run
//   make expansions
// swift-format-ignore-file

import Foundation
import SwiftData

/// The model with eight columns.
final class Item {
  var id: UUID {
    @storageRestrictions(accesses: _$s_id, initializes: _id)
    init(initialValue) {
      _$s_id.initialize(initialValue)
      _id = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.id)
      return _$s_id.get(self, _$Properties.id)
    }
    set {
      Perennial._Model.willSet(self, \.id, _$Properties.id)
      Perennial._Model.didSet(self, \.id, _$Properties.id, _$s_id.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_id = Perennial._Storage.slot(UUID.self)

  nonisolated(unsafe) private var _id: Perennial._Model.Marker
  var count: Int {
    @storageRestrictions(accesses: _$s_count, initializes: _count)
    init(initialValue) {
      _$s_count.initialize(initialValue)
      _count = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.count)
      return _$s_count.get(self, _$Properties.count)
    }
    set {
      Perennial._Model.willSet(self, \.count, _$Properties.count)
      Perennial._Model.didSet(self, \.count, _$Properties.count, _$s_count.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_count = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _count: Perennial._Model.Marker
  var weight: Double {
    @storageRestrictions(accesses: _$s_weight, initializes: _weight)
    init(initialValue) {
      _$s_weight.initialize(initialValue)
      _weight = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.weight)
      return _$s_weight.get(self, _$Properties.weight)
    }
    set {
      Perennial._Model.willSet(self, \.weight, _$Properties.weight)
      Perennial._Model.didSet(self, \.weight, _$Properties.weight, _$s_weight.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_weight = Perennial._Storage.slot(Double.self)

  nonisolated(unsafe) private var _weight: Perennial._Model.Marker
  var name: String {
    @storageRestrictions(accesses: _$s_name, initializes: _name)
    init(initialValue) {
      _$s_name.initialize(initialValue)
      _name = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.name)
      return _$s_name.get(self, _$Properties.name)
    }
    set {
      Perennial._Model.willSet(self, \.name, _$Properties.name)
      Perennial._Model.didSet(self, \.name, _$Properties.name, _$s_name.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_name = Perennial._Storage.slot(String.self)

  nonisolated(unsafe) private var _name: Perennial._Model.Marker
  var note: String {
    @storageRestrictions(accesses: _$s_note, initializes: _note)
    init(initialValue) {
      _$s_note.initialize(initialValue)
      _note = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.note)
      return _$s_note.get(self, _$Properties.note)
    }
    set {
      Perennial._Model.willSet(self, \.note, _$Properties.note)
      Perennial._Model.didSet(self, \.note, _$Properties.note, _$s_note.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_note = Perennial._Storage.slot(String.self)

  nonisolated(unsafe) private var _note: Perennial._Model.Marker
  var date: Date {
    @storageRestrictions(accesses: _$s_date, initializes: _date)
    init(initialValue) {
      _$s_date.initialize(initialValue)
      _date = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.date)
      return _$s_date.get(self, _$Properties.date)
    }
    set {
      Perennial._Model.willSet(self, \.date, _$Properties.date)
      Perennial._Model.didSet(self, \.date, _$Properties.date, _$s_date.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date.self)

  nonisolated(unsafe) private var _date: Perennial._Model.Marker
  var isDone: Bool {
    @storageRestrictions(accesses: _$s_isDone, initializes: _isDone)
    init(initialValue) {
      _$s_isDone.initialize(initialValue)
      _isDone = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.isDone)
      return _$s_isDone.get(self, _$Properties.isDone)
    }
    set {
      Perennial._Model.willSet(self, \.isDone, _$Properties.isDone)
      Perennial._Model.didSet(self, \.isDone, _$Properties.isDone, _$s_isDone.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_isDone = Perennial._Storage.slot(Bool.self)

  nonisolated(unsafe) private var _isDone: Perennial._Model.Marker
  var rank: Int? {
    @storageRestrictions(accesses: _$s_rank, initializes: _rank)
    init(initialValue) {
      _$s_rank.initialize(initialValue)
      _rank = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.rank)
      return _$s_rank.get(self, _$Properties.rank)
    }
    set {
      Perennial._Model.willSet(self, \.rank, _$Properties.rank)
      Perennial._Model.didSet(self, \.rank, _$Properties.rank, _$s_rank.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_rank = Perennial._Storage.slot(Int?.self)

  nonisolated(unsafe) private var _rank: Perennial._Model.Marker

  init(
    id: UUID,
    count: Int,
    weight: Double,
    name: String,
    note: String,
    date: Date,
    isDone: Bool,
    rank: Int?
  ) {
    self.id = id
    self.count = count
    self.weight = weight
    self.name = name
    self.note = note
    self.date = date
    self.isDone = isDone
    self.rank = rank
  }

  @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

  nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
    Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
  }

  nonisolated var persistentBackingData: any Perennial.BackingData<Item> {
    get { Perennial._Model.backingData(of: self) }
    set { Perennial._Model.setBackingData(newValue, of: self) }
  }

  nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
    Perennial._Model.unisolated {
      [
        Perennial.Schema.PropertyMetadata(name: "id", keypath: \Item.id, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "count", keypath: \Item.count, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "weight", keypath: \Item.weight, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "name", keypath: \Item.name, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "note", keypath: \Item.note, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "date", keypath: \Item.date, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "isDone", keypath: \Item.isDone, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "rank", keypath: \Item.rank, defaultValue: nil, metadata: nil),
      ]
    }
  }

  nonisolated enum _$Properties {
    @inline(__always) static var id: Swift.Int { 0 }
    @inline(__always) static var count: Swift.Int { 1 }
    @inline(__always) static var weight: Swift.Int { 2 }
    @inline(__always) static var name: Swift.Int { 3 }
    @inline(__always) static var note: Swift.Int { 4 }
    @inline(__always) static var date: Swift.Int { 5 }
    @inline(__always) static var isDone: Swift.Int { 6 }
    @inline(__always) static var rank: Swift.Int { 7 }
  }

  nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
    [
      Perennial._Storage.slotType { (model: Item) in model._$s_id },
      Perennial._Storage.slotType { (model: Item) in model._$s_count },
      Perennial._Storage.slotType { (model: Item) in model._$s_weight },
      Perennial._Storage.slotType { (model: Item) in model._$s_name },
      Perennial._Storage.slotType { (model: Item) in model._$s_note },
      Perennial._Storage.slotType { (model: Item) in model._$s_date },
      Perennial._Storage.slotType { (model: Item) in model._$s_isDone },
      Perennial._Storage.slotType { (model: Item) in model._$s_rank },
    ]
  }

  nonisolated static var _$canEmplace: Swift.Bool {
    true
  }

  nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
    Perennial._Storage.emplace(&_$s_id, &row)
    Perennial._Storage.emplace(&_$s_count, &row)
    Perennial._Storage.emplace(&_$s_weight, &row)
    Perennial._Storage.emplace(&_$s_name, &row)
    Perennial._Storage.emplace(&_$s_note, &row)
    Perennial._Storage.emplace(&_$s_date, &row)
    Perennial._Storage.emplace(&_$s_isDone, &row)
    Perennial._Storage.emplace(&_$s_rank, &row)
  }

  nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
    Perennial._Storage.load(&_$s_id, &row, _$Properties.id, mask)
    Perennial._Storage.load(&_$s_count, &row, _$Properties.count, mask)
    Perennial._Storage.load(&_$s_weight, &row, _$Properties.weight, mask)
    Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
    Perennial._Storage.load(&_$s_note, &row, _$Properties.note, mask)
    Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
    Perennial._Storage.load(&_$s_isDone, &row, _$Properties.isDone, mask)
    Perennial._Storage.load(&_$s_rank, &row, _$Properties.rank, mask)
  }

  nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
    Perennial._Storage.bind(_$s_id, &binder, _$Properties.id, mask)
    Perennial._Storage.bind(_$s_count, &binder, _$Properties.count, mask)
    Perennial._Storage.bind(_$s_weight, &binder, _$Properties.weight, mask)
    Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
    Perennial._Storage.bind(_$s_note, &binder, _$Properties.note, mask)
    Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
    Perennial._Storage.bind(_$s_isDone, &binder, _$Properties.isDone, mask)
    Perennial._Storage.bind(_$s_rank, &binder, _$Properties.rank, mask)
  }

  nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
    switch index {
    case 0: visitor.visit(&_$s_id)
    case 1: visitor.visit(&_$s_count)
    case 2: visitor.visit(&_$s_weight)
    case 3: visitor.visit(&_$s_name)
    case 4: visitor.visit(&_$s_note)
    case 5: visitor.visit(&_$s_date)
    case 6: visitor.visit(&_$s_isDone)
    case 7: visitor.visit(&_$s_rank)
    default: break
    }
  }

  nonisolated init(backingData: any Perennial.BackingData<Item>) {
    _id = Perennial._Model.Marker()
    _count = Perennial._Model.Marker()
    _weight = Perennial._Model.Marker()
    _name = Perennial._Model.Marker()
    _note = Perennial._Model.Marker()
    _date = Perennial._Model.Marker()
    _isDone = Perennial._Model.Marker()
    Perennial._Model.adopt(backingData, into: self)
  }

  internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Item, _M>) {
    Perennial._Model.access(self, keyPath)
  }

  internal nonisolated func withMutation<_M, _MR>(
    keyPath: Swift.KeyPath<Item, _M>,
    _ mutation: () throws -> _MR
  ) rethrows -> _MR {
    try Perennial._Model.withMutation(self, keyPath, mutation)
  }
}

extension Item: nonisolated Observation.Observable {}

extension Item: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Item: Swift.Sendable {}

