// The expansion of Models/School.swift. Do not edit; to write it anew, run
//   make expansions
// swift-format-ignore-file

import Foundation
import SwiftData

/// A school with many students.
final class School {
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
  var location: String {
    @storageRestrictions(accesses: _$s_location, initializes: _location)
    init(initialValue) {
      _$s_location.initialize(initialValue)
      _location = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.location)
      return _$s_location.get(self, _$Properties.location)
    }
    set {
      Perennial._Model.willSet(self, \.location, _$Properties.location)
      Perennial._Model.didSet(self, \.location, _$Properties.location, _$s_location.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_location = Perennial._Storage.slot(String.self)

  nonisolated(unsafe) private var _location: Perennial._Model.Marker
  var type: String {
    @storageRestrictions(accesses: _$s_type, initializes: _type)
    init(initialValue) {
      _$s_type.initialize(initialValue)
      _type = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.type)
      return _$s_type.get(self, _$Properties.type)
    }
    set {
      Perennial._Model.willSet(self, \.type, _$Properties.type)
      Perennial._Model.didSet(self, \.type, _$Properties.type, _$s_type.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_type = Perennial._Storage.slot(String.self)

  nonisolated(unsafe) private var _type: Perennial._Model.Marker
  var students: [Student] = [] {
    @storageRestrictions(accesses: _$s_students, initializes: _students)
    init(initialValue) {
      _$s_students.initialize(initialValue)
      _students = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.students)
      return _$s_students.get(self, _$Properties.students)
    }
    set {
      Perennial._Model.willSet(self, \.students, _$Properties.students)
      Perennial._Model.didSet(self, \.students, _$Properties.students, _$s_students.replace(newValue))
    }
    _modify {
      Perennial._Model.willRead(self, \.students)
      var value = _$s_students._lend(self, _$Properties.students)
      defer {
        Perennial._Model.willSet(self, \.students, _$Properties.students)
        Perennial._Model.didSet(self, \.students, _$Properties.students, _$s_students.replace(value))
      }
      yield &value
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_students = Perennial._Storage.slot([Student].self)

  nonisolated(unsafe) private var _students: Perennial._Model.Marker

  init(id: UUID, name: String, location: String, type: String) {
    self.id = id
    self.name = name
    self.location = location
    self.type = type
  }

  @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

  nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
    Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
  }

  nonisolated var persistentBackingData: any Perennial.BackingData<School> {
    get { Perennial._Model.backingData(of: self) }
    set { Perennial._Model.setBackingData(newValue, of: self) }
  }

  nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
    Perennial._Model.unisolated {
      [
        Perennial.Schema.PropertyMetadata(name: "id", keypath: \School.id, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
        Perennial.Schema.PropertyMetadata(name: "name", keypath: \School.name, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "location", keypath: \School.location, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "type", keypath: \School.type, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "students", keypath: \School.students, defaultValue: [] as [Student], metadata: Perennial.Schema.Relationship(inverse: \Student.school)),
      ]
    }
  }

  nonisolated enum _$Properties {
    @inline(__always) static var id: Swift.Int { 0 }
    @inline(__always) static var name: Swift.Int { 1 }
    @inline(__always) static var location: Swift.Int { 2 }
    @inline(__always) static var type: Swift.Int { 3 }
    @inline(__always) static var students: Swift.Int { 4 }
  }

  nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
    [
      Perennial._Storage.slotType { (model: School) in model._$s_id },
      Perennial._Storage.slotType { (model: School) in model._$s_name },
      Perennial._Storage.slotType { (model: School) in model._$s_location },
      Perennial._Storage.slotType { (model: School) in model._$s_type },
      Perennial._Storage.slotType { (model: School) in model._$s_students },
    ]
  }

  nonisolated static var _$canEmplace: Swift.Bool {
    true
  }

  nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
    Perennial._Storage.emplace(&_$s_id, &row)
    Perennial._Storage.emplace(&_$s_name, &row)
    Perennial._Storage.emplace(&_$s_location, &row)
    Perennial._Storage.emplace(&_$s_type, &row)
    Perennial._Storage.emplace(&_$s_students, &row)
  }

  nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
    Perennial._Storage.load(&_$s_id, &row, _$Properties.id, mask)
    Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
    Perennial._Storage.load(&_$s_location, &row, _$Properties.location, mask)
    Perennial._Storage.load(&_$s_type, &row, _$Properties.type, mask)
    Perennial._Storage.load(&_$s_students, &row, _$Properties.students, mask)
  }

  nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
    Perennial._Storage.bind(_$s_id, &binder, _$Properties.id, mask)
    Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
    Perennial._Storage.bind(_$s_location, &binder, _$Properties.location, mask)
    Perennial._Storage.bind(_$s_type, &binder, _$Properties.type, mask)
    Perennial._Storage.bind(_$s_students, &binder, _$Properties.students, mask)
  }

  nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
    switch index {
    case 0: visitor.visit(&_$s_id)
    case 1: visitor.visit(&_$s_name)
    case 2: visitor.visit(&_$s_location)
    case 3: visitor.visit(&_$s_type)
    case 4: visitor.visit(&_$s_students)
    default: break
    }
  }

  nonisolated init(backingData: any Perennial.BackingData<School>) {
    _id = Perennial._Model.Marker()
    _name = Perennial._Model.Marker()
    _location = Perennial._Model.Marker()
    _type = Perennial._Model.Marker()
    Perennial._Model.adopt(backingData, into: self)
  }

  internal nonisolated func access<_M>(keyPath: Swift.KeyPath<School, _M>) {
    Perennial._Model.access(self, keyPath)
  }

  internal nonisolated func withMutation<_M, _MR>(
    keyPath: Swift.KeyPath<School, _M>,
    _ mutation: () throws -> _MR
  ) rethrows -> _MR {
    try Perennial._Model.withMutation(self, keyPath, mutation)
  }
}

extension School: nonisolated Observation.Observable {}

extension School: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension School: Swift.Sendable {}

