// The expansion of Models/LaterItem.swift. Do not edit; to write it anew, run
//   UPDATE_EXPANSIONS=1 swift test --filter BenchmarkModelTests
// swift-format-ignore-file

import Foundation
import SwiftData

/// What the models become in a later version.
enum Later {
  /// The model with eight columns, when it counts in fractions.
  final class Item {
    var id: UUID {
      @storageRestrictions(accesses: _id, initializes: _$m_id)
      init(initialValue) {
        _id.initialize(initialValue)
        _$m_id = Perennial._Marker()
      }
      get {
        Perennial._willRead(self, \.id)
        return _id.get(self, _$Properties.id)
      }
      set {
        Perennial._willSet(self, \.id, _$Properties.id)
        Perennial._didSet(self, \.id, _$Properties.id, _id.replace(newValue))
      }
    }

    @exclusivity(unchecked) nonisolated(unsafe) private var _id = Perennial._slot(UUID.self)

    nonisolated(unsafe) private var _$m_id: Perennial._Marker
    var count: Double {
      @storageRestrictions(accesses: _count, initializes: _$m_count)
      init(initialValue) {
        _count.initialize(initialValue)
        _$m_count = Perennial._Marker()
      }
      get {
        Perennial._willRead(self, \.count)
        return _count.get(self, _$Properties.count)
      }
      set {
        Perennial._willSet(self, \.count, _$Properties.count)
        Perennial._didSet(self, \.count, _$Properties.count, _count.replace(newValue))
      }
    }

    @exclusivity(unchecked) nonisolated(unsafe) private var _count = Perennial._slot(Double.self)

    nonisolated(unsafe) private var _$m_count: Perennial._Marker
    var weight: Double {
      @storageRestrictions(accesses: _weight, initializes: _$m_weight)
      init(initialValue) {
        _weight.initialize(initialValue)
        _$m_weight = Perennial._Marker()
      }
      get {
        Perennial._willRead(self, \.weight)
        return _weight.get(self, _$Properties.weight)
      }
      set {
        Perennial._willSet(self, \.weight, _$Properties.weight)
        Perennial._didSet(self, \.weight, _$Properties.weight, _weight.replace(newValue))
      }
    }

    @exclusivity(unchecked) nonisolated(unsafe) private var _weight = Perennial._slot(Double.self)

    nonisolated(unsafe) private var _$m_weight: Perennial._Marker
    var name: String {
      @storageRestrictions(accesses: _name, initializes: _$m_name)
      init(initialValue) {
        _name.initialize(initialValue)
        _$m_name = Perennial._Marker()
      }
      get {
        Perennial._willRead(self, \.name)
        return _name.get(self, _$Properties.name)
      }
      set {
        Perennial._willSet(self, \.name, _$Properties.name)
        Perennial._didSet(self, \.name, _$Properties.name, _name.replace(newValue))
      }
    }

    @exclusivity(unchecked) nonisolated(unsafe) private var _name = Perennial._slot(String.self)

    nonisolated(unsafe) private var _$m_name: Perennial._Marker
    var note: String {
      @storageRestrictions(accesses: _note, initializes: _$m_note)
      init(initialValue) {
        _note.initialize(initialValue)
        _$m_note = Perennial._Marker()
      }
      get {
        Perennial._willRead(self, \.note)
        return _note.get(self, _$Properties.note)
      }
      set {
        Perennial._willSet(self, \.note, _$Properties.note)
        Perennial._didSet(self, \.note, _$Properties.note, _note.replace(newValue))
      }
    }

    @exclusivity(unchecked) nonisolated(unsafe) private var _note = Perennial._slot(String.self)

    nonisolated(unsafe) private var _$m_note: Perennial._Marker
    var date: Date {
      @storageRestrictions(accesses: _date, initializes: _$m_date)
      init(initialValue) {
        _date.initialize(initialValue)
        _$m_date = Perennial._Marker()
      }
      get {
        Perennial._willRead(self, \.date)
        return _date.get(self, _$Properties.date)
      }
      set {
        Perennial._willSet(self, \.date, _$Properties.date)
        Perennial._didSet(self, \.date, _$Properties.date, _date.replace(newValue))
      }
    }

    @exclusivity(unchecked) nonisolated(unsafe) private var _date = Perennial._slot(Date.self)

    nonisolated(unsafe) private var _$m_date: Perennial._Marker
    var isDone: Bool {
      @storageRestrictions(accesses: _isDone, initializes: _$m_isDone)
      init(initialValue) {
        _isDone.initialize(initialValue)
        _$m_isDone = Perennial._Marker()
      }
      get {
        Perennial._willRead(self, \.isDone)
        return _isDone.get(self, _$Properties.isDone)
      }
      set {
        Perennial._willSet(self, \.isDone, _$Properties.isDone)
        Perennial._didSet(self, \.isDone, _$Properties.isDone, _isDone.replace(newValue))
      }
    }

    @exclusivity(unchecked) nonisolated(unsafe) private var _isDone = Perennial._slot(Bool.self)

    nonisolated(unsafe) private var _$m_isDone: Perennial._Marker
    var rank: Int? {
      @storageRestrictions(accesses: _rank, initializes: _$m_rank)
      init(initialValue) {
        _rank.initialize(initialValue)
        _$m_rank = Perennial._Marker()
      }
      get {
        Perennial._willRead(self, \.rank)
        return _rank.get(self, _$Properties.rank)
      }
      set {
        Perennial._willSet(self, \.rank, _$Properties.rank)
        Perennial._didSet(self, \.rank, _$Properties.rank, _rank.replace(newValue))
      }
    }

    @exclusivity(unchecked) nonisolated(unsafe) private var _rank = Perennial._slot(Int?.self)

    nonisolated(unsafe) private var _$m_rank: Perennial._Marker

    init(
      id: UUID,
      count: Double,
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

    @exclusivity(unchecked) nonisolated(unsafe) final var _$backingData = Perennial._ModelHeader()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._ModelHeader> {
      Swift.withUnsafeMutablePointer(to: &_$backingData) {
        $0
      }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Item> {
      get {
        Perennial._backingData(of: self)
      }
      set {
        Perennial._setBackingData(newValue, of: self)
      }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
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

    nonisolated enum _$Properties {
      @inline(__always) static var id: Swift.Int {
        0
      }
      @inline(__always) static var count: Swift.Int {
        1
      }
      @inline(__always) static var weight: Swift.Int {
        2
      }
      @inline(__always) static var name: Swift.Int {
        3
      }
      @inline(__always) static var note: Swift.Int {
        4
      }
      @inline(__always) static var date: Swift.Int {
        5
      }
      @inline(__always) static var isDone: Swift.Int {
        6
      }
      @inline(__always) static var rank: Swift.Int {
        7
      }
    }

    nonisolated static var _$slots: [any Perennial._Slot.Type] {
      [
        Swift.type(of: Perennial._slot(UUID.self)),
        Swift.type(of: Perennial._slot(Double.self)),
        Swift.type(of: Perennial._slot(Double.self)),
        Swift.type(of: Perennial._slot(String.self)),
        Swift.type(of: Perennial._slot(String.self)),
        Swift.type(of: Perennial._slot(Date.self)),
        Swift.type(of: Perennial._slot(Bool.self)),
        Swift.type(of: Perennial._slot(Int?.self)),
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Row) {
      Perennial._emplace(&_id, &row)
      Perennial._emplace(&_count, &row)
      Perennial._emplace(&_weight, &row)
      Perennial._emplace(&_name, &row)
      Perennial._emplace(&_note, &row)
      Perennial._emplace(&_date, &row)
      Perennial._emplace(&_isDone, &row)
      Perennial._emplace(&_rank, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Row, _ mask: Swift.UInt64) {
      Perennial._load(&_id, &row, _$Properties.id, mask)
      Perennial._load(&_count, &row, _$Properties.count, mask)
      Perennial._load(&_weight, &row, _$Properties.weight, mask)
      Perennial._load(&_name, &row, _$Properties.name, mask)
      Perennial._load(&_note, &row, _$Properties.note, mask)
      Perennial._load(&_date, &row, _$Properties.date, mask)
      Perennial._load(&_isDone, &row, _$Properties.isDone, mask)
      Perennial._load(&_rank, &row, _$Properties.rank, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Binder, _ mask: Swift.UInt64) {
      Perennial._bind(_id, &binder, _$Properties.id, mask)
      Perennial._bind(_count, &binder, _$Properties.count, mask)
      Perennial._bind(_weight, &binder, _$Properties.weight, mask)
      Perennial._bind(_name, &binder, _$Properties.name, mask)
      Perennial._bind(_note, &binder, _$Properties.note, mask)
      Perennial._bind(_date, &binder, _$Properties.date, mask)
      Perennial._bind(_isDone, &binder, _$Properties.isDone, mask)
      Perennial._bind(_rank, &binder, _$Properties.rank, mask)
    }

    nonisolated func _$visit<_V: Perennial._SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0:
        visitor.visit(&_id)
      case 1:
        visitor.visit(&_count)
      case 2:
        visitor.visit(&_weight)
      case 3:
        visitor.visit(&_name)
      case 4:
        visitor.visit(&_note)
      case 5:
        visitor.visit(&_date)
      case 6:
        visitor.visit(&_isDone)
      case 7:
        visitor.visit(&_rank)
      default:
        break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Item>) {
      _$m_id = Perennial._Marker()
      _$m_count = Perennial._Marker()
      _$m_weight = Perennial._Marker()
      _$m_name = Perennial._Marker()
      _$m_note = Perennial._Marker()
      _$m_date = Perennial._Marker()
      _$m_isDone = Perennial._Marker()
      Perennial._adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Item, _M>) {
      Perennial._access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Item, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._withMutation(self, keyPath, mutation)
    }
  }
}

extension Later.Item: nonisolated Observation.Observable {
}

extension Later.Item: nonisolated Perennial.PersistentModel {
}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Later.Item: Swift.Sendable {
}

