// The expansion of Models/Part.swift. Do not edit; to write it anew, run
//   make expansions
// swift-format-ignore-file

import SwiftData

/// A part of a whole, which has further parts: a link of a chain of any length.
final class Part {
  var number: Int {
    @storageRestrictions(accesses: _$s_number, initializes: _number)
    init(initialValue) {
      _$s_number.initialize(initialValue)
      _number = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.number)
      return _$s_number.get(self, _$Properties.number)
    }
    set {
      Perennial._Model.willSet(self, \.number, _$Properties.number)
      Perennial._Model.didSet(self, \.number, _$Properties.number, _$s_number.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_number = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _number: Perennial._Model.Marker
  var next: Part? {
    @storageRestrictions(accesses: _$s_next, initializes: _next)
    init(initialValue) {
      _$s_next.initialize(initialValue)
      _next = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.next)
      return _$s_next.get(self, _$Properties.next)
    }
    set {
      Perennial._Model.willSet(self, \.next, _$Properties.next)
      Perennial._Model.didSet(self, \.next, _$Properties.next, _$s_next.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Part?.self)

  nonisolated(unsafe) private var _next: Perennial._Model.Marker
  var parts: [Part] = [] {
    @storageRestrictions(accesses: _$s_parts, initializes: _parts)
    init(initialValue) {
      _$s_parts.initialize(initialValue)
      _parts = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.parts)
      return _$s_parts.get(self, _$Properties.parts)
    }
    set {
      Perennial._Model.willSet(self, \.parts, _$Properties.parts)
      Perennial._Model.didSet(self, \.parts, _$Properties.parts, _$s_parts.replace(newValue))
    }
    _modify {
      Perennial._Model.willRead(self, \.parts)
      var value = _$s_parts._lend(self, _$Properties.parts)
      defer {
        Perennial._Model.willSet(self, \.parts, _$Properties.parts)
        Perennial._Model.didSet(self, \.parts, _$Properties.parts, _$s_parts.replace(value))
      }
      yield &value
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_parts = Perennial._Storage.slot([Part].self)

  nonisolated(unsafe) private var _parts: Perennial._Model.Marker
  var whole: Part? {
    @storageRestrictions(accesses: _$s_whole, initializes: _whole)
    init(initialValue) {
      _$s_whole.initialize(initialValue)
      _whole = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.whole)
      return _$s_whole.get(self, _$Properties.whole)
    }
    set {
      Perennial._Model.willSet(self, \.whole, _$Properties.whole)
      Perennial._Model.didSet(self, \.whole, _$Properties.whole, _$s_whole.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_whole = Perennial._Storage.slot(Part?.self)

  nonisolated(unsafe) private var _whole: Perennial._Model.Marker

  init(number: Int) {
    self.number = number
  }

  @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

  nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
    Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
  }

  nonisolated var persistentBackingData: any Perennial.BackingData<Part> {
    get { Perennial._Model.backingData(of: self) }
    set { Perennial._Model.setBackingData(newValue, of: self) }
  }

  nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
    Perennial._Model.unisolated {
      [
        Perennial.Schema.PropertyMetadata(name: "number", keypath: \Part.number, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "next", keypath: \Part.next, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "parts", keypath: \Part.parts, defaultValue: [] as [Part], metadata: Perennial.Schema.Relationship(deleteRule: .cascade, inverse: \Part.whole)),
        Perennial.Schema.PropertyMetadata(name: "whole", keypath: \Part.whole, defaultValue: nil, metadata: nil),
      ]
    }
  }

  nonisolated enum _$Properties {
    @inline(__always) static var number: Swift.Int { 0 }
    @inline(__always) static var next: Swift.Int { 1 }
    @inline(__always) static var parts: Swift.Int { 2 }
    @inline(__always) static var whole: Swift.Int { 3 }
  }

  nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
    [
      Perennial._Storage.slotType { (model: Part) in model._$s_number },
      Perennial._Storage.slotType { (model: Part) in model._$s_next },
      Perennial._Storage.slotType { (model: Part) in model._$s_parts },
      Perennial._Storage.slotType { (model: Part) in model._$s_whole },
    ]
  }

  nonisolated static var _$canEmplace: Swift.Bool {
    true
  }

  nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
    Perennial._Storage.emplace(&_$s_number, &row)
    Perennial._Storage.emplace(&_$s_next, &row)
    Perennial._Storage.emplace(&_$s_parts, &row)
    Perennial._Storage.emplace(&_$s_whole, &row)
  }

  nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
    Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
    Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    Perennial._Storage.load(&_$s_parts, &row, _$Properties.parts, mask)
    Perennial._Storage.load(&_$s_whole, &row, _$Properties.whole, mask)
  }

  nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
    Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
    Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    Perennial._Storage.bind(_$s_parts, &binder, _$Properties.parts, mask)
    Perennial._Storage.bind(_$s_whole, &binder, _$Properties.whole, mask)
  }

  nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
    switch index {
    case 0: visitor.visit(&_$s_number)
    case 1: visitor.visit(&_$s_next)
    case 2: visitor.visit(&_$s_parts)
    case 3: visitor.visit(&_$s_whole)
    default: break
    }
  }

  nonisolated init(backingData: any Perennial.BackingData<Part>) {
    _number = Perennial._Model.Marker()
    Perennial._Model.adopt(backingData, into: self)
  }

  internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Part, _M>) {
    Perennial._Model.access(self, keyPath)
  }

  internal nonisolated func withMutation<_M, _MR>(
    keyPath: Swift.KeyPath<Part, _M>,
    _ mutation: () throws -> _MR
  ) rethrows -> _MR {
    try Perennial._Model.withMutation(self, keyPath, mutation)
  }
}

extension Part: nonisolated Observation.Observable {}

extension Part: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Part: Swift.Sendable {}

