// The expansion of Models/School.swift. Do not edit; to write it anew, run
//   UPDATE_EXPANSIONS=1 swift test --filter BenchmarkModelTests
// swift-format-ignore-file

import Foundation
import SwiftData

/// A school with many students.
final class School {
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
  var location: String {
    @storageRestrictions(accesses: _location, initializes: _$m_location)
    init(initialValue) {
      _location.initialize(initialValue)
      _$m_location = Perennial._Marker()
    }
    get {
      Perennial._willRead(self, \.location)
      return _location.get(self, _$Properties.location)
    }
    set {
      Perennial._willSet(self, \.location, _$Properties.location)
      Perennial._didSet(self, \.location, _$Properties.location, _location.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _location = Perennial._slot(String.self)

  nonisolated(unsafe) private var _$m_location: Perennial._Marker
  var type: String {
    @storageRestrictions(accesses: _type, initializes: _$m_type)
    init(initialValue) {
      _type.initialize(initialValue)
      _$m_type = Perennial._Marker()
    }
    get {
      Perennial._willRead(self, \.type)
      return _type.get(self, _$Properties.type)
    }
    set {
      Perennial._willSet(self, \.type, _$Properties.type)
      Perennial._didSet(self, \.type, _$Properties.type, _type.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _type = Perennial._slot(String.self)

  nonisolated(unsafe) private var _$m_type: Perennial._Marker
  var students: [Student] = [] {
    @storageRestrictions(accesses: _students, initializes: _$m_students)
    init(initialValue) {
      _students.initialize(initialValue)
      _$m_students = Perennial._Marker()
    }
    get {
      Perennial._willRead(self, \.students)
      return _students.get(self, _$Properties.students)
    }
    set {
      Perennial._willSet(self, \.students, _$Properties.students)
      Perennial._didSet(self, \.students, _$Properties.students, _students.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _students = Perennial._slot([Student].self)

  nonisolated(unsafe) private var _$m_students: Perennial._Marker

  init(id: UUID, name: String, location: String, type: String) {
    self.id = id
    self.name = name
    self.location = location
    self.type = type
  }

  @exclusivity(unchecked) nonisolated(unsafe) final var _$backingData = Perennial._ModelHeader()

  nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._ModelHeader> {
    Swift.withUnsafeMutablePointer(to: &_$backingData) {
      $0
    }
  }

  nonisolated var persistentBackingData: any Perennial.BackingData<School> {
    get {
      Perennial._backingData(of: self)
    }
    set {
      Perennial._setBackingData(newValue, of: self)
    }
  }

  nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
    [
      Perennial.Schema.PropertyMetadata(name: "id", keypath: \School.id, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
      Perennial.Schema.PropertyMetadata(name: "name", keypath: \School.name, defaultValue: nil, metadata: nil),
      Perennial.Schema.PropertyMetadata(name: "location", keypath: \School.location, defaultValue: nil, metadata: nil),
      Perennial.Schema.PropertyMetadata(name: "type", keypath: \School.type, defaultValue: nil, metadata: nil),
      Perennial.Schema.PropertyMetadata(name: "students", keypath: \School.students, defaultValue: [] as [Student], metadata: Perennial.Schema.Relationship(inverse: \Student.school)),
    ]
  }

  nonisolated enum _$Properties {
    @inline(__always) static var id: Swift.Int {
      0
    }
    @inline(__always) static var name: Swift.Int {
      1
    }
    @inline(__always) static var location: Swift.Int {
      2
    }
    @inline(__always) static var type: Swift.Int {
      3
    }
    @inline(__always) static var students: Swift.Int {
      4
    }
  }

  nonisolated static var _$slots: [any Perennial._Slot.Type] {
    [
      Swift.type(of: Perennial._slot(UUID.self)),
      Swift.type(of: Perennial._slot(String.self)),
      Swift.type(of: Perennial._slot(String.self)),
      Swift.type(of: Perennial._slot(String.self)),
      Swift.type(of: Perennial._slot([Student].self)),
    ]
  }

  nonisolated static var _$canEmplace: Swift.Bool {
    true
  }

  nonisolated func _$emplace(_ row: inout Perennial._Row) {
    Perennial._emplace(&_id, &row)
    Perennial._emplace(&_name, &row)
    Perennial._emplace(&_location, &row)
    Perennial._emplace(&_type, &row)
    Perennial._emplace(&_students, &row)
  }

  nonisolated func _$load(_ row: inout Perennial._Row, _ mask: Swift.UInt64) {
    Perennial._load(&_id, &row, _$Properties.id, mask)
    Perennial._load(&_name, &row, _$Properties.name, mask)
    Perennial._load(&_location, &row, _$Properties.location, mask)
    Perennial._load(&_type, &row, _$Properties.type, mask)
    Perennial._load(&_students, &row, _$Properties.students, mask)
  }

  nonisolated func _$bind(_ binder: inout Perennial._Binder, _ mask: Swift.UInt64) {
    Perennial._bind(_id, &binder, _$Properties.id, mask)
    Perennial._bind(_name, &binder, _$Properties.name, mask)
    Perennial._bind(_location, &binder, _$Properties.location, mask)
    Perennial._bind(_type, &binder, _$Properties.type, mask)
    Perennial._bind(_students, &binder, _$Properties.students, mask)
  }

  nonisolated func _$visit<_V: Perennial._SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
    switch index {
    case 0:
      visitor.visit(&_id)
    case 1:
      visitor.visit(&_name)
    case 2:
      visitor.visit(&_location)
    case 3:
      visitor.visit(&_type)
    case 4:
      visitor.visit(&_students)
    default:
      break
    }
  }

  nonisolated init(backingData: any Perennial.BackingData<School>) {
    _$m_id = Perennial._Marker()
    _$m_name = Perennial._Marker()
    _$m_location = Perennial._Marker()
    _$m_type = Perennial._Marker()
    Perennial._adopt(backingData, into: self)
  }

  internal nonisolated func access<_M>(keyPath: Swift.KeyPath<School, _M>) {
    Perennial._access(self, keyPath)
  }

  internal nonisolated func withMutation<_M, _MR>(
    keyPath: Swift.KeyPath<School, _M>,
    _ mutation: () throws -> _MR
  ) rethrows -> _MR {
    try Perennial._withMutation(self, keyPath, mutation)
  }
}

extension School: nonisolated Observation.Observable {
}

extension School: nonisolated Perennial.PersistentModel {
}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension School: Swift.Sendable {
}

