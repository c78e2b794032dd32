// The expansion of Models/User.swift. Do not edit; to write it anew, run
//   UPDATE_EXPANSIONS=1 swift test --filter BenchmarkModelTests
// swift-format-ignore-file

import Foundation
import SwiftData

/// The simple object.
final class User {
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
  var firstName: String {
    @storageRestrictions(accesses: _firstName, initializes: _$m_firstName)
    init(initialValue) {
      _firstName.initialize(initialValue)
      _$m_firstName = Perennial._Marker()
    }
    get {
      Perennial._willRead(self, \.firstName)
      return _firstName.get(self, _$Properties.firstName)
    }
    set {
      Perennial._willSet(self, \.firstName, _$Properties.firstName)
      Perennial._didSet(self, \.firstName, _$Properties.firstName, _firstName.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _firstName = Perennial._slot(String.self)

  nonisolated(unsafe) private var _$m_firstName: Perennial._Marker
  var surname: String {
    @storageRestrictions(accesses: _surname, initializes: _$m_surname)
    init(initialValue) {
      _surname.initialize(initialValue)
      _$m_surname = Perennial._Marker()
    }
    get {
      Perennial._willRead(self, \.surname)
      return _surname.get(self, _$Properties.surname)
    }
    set {
      Perennial._willSet(self, \.surname, _$Properties.surname)
      Perennial._didSet(self, \.surname, _$Properties.surname, _surname.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _surname = Perennial._slot(String.self)

  nonisolated(unsafe) private var _$m_surname: Perennial._Marker
  var age: Int {
    @storageRestrictions(accesses: _age, initializes: _$m_age)
    init(initialValue) {
      _age.initialize(initialValue)
      _$m_age = Perennial._Marker()
    }
    get {
      Perennial._willRead(self, \.age)
      return _age.get(self, _$Properties.age)
    }
    set {
      Perennial._willSet(self, \.age, _$Properties.age)
      Perennial._didSet(self, \.age, _$Properties.age, _age.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _age = Perennial._slot(Int.self)

  nonisolated(unsafe) private var _$m_age: Perennial._Marker

  init(id: UUID, firstName: String, surname: String, age: Int) {
    self.id = id
    self.firstName = firstName
    self.surname = surname
    self.age = age
  }

  @exclusivity(unchecked) nonisolated(unsafe) final var _$backingData = Perennial._ModelHeader()

  nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._ModelHeader> {
    Swift.withUnsafeMutablePointer(to: &_$backingData) {
      $0
    }
  }

  nonisolated var persistentBackingData: any Perennial.BackingData<User> {
    get {
      Perennial._backingData(of: self)
    }
    set {
      Perennial._setBackingData(newValue, of: self)
    }
  }

  nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
    [
      Perennial.Schema.PropertyMetadata(name: "id", keypath: \User.id, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
      Perennial.Schema.PropertyMetadata(name: "firstName", keypath: \User.firstName, defaultValue: nil, metadata: nil),
      Perennial.Schema.PropertyMetadata(name: "surname", keypath: \User.surname, defaultValue: nil, metadata: nil),
      Perennial.Schema.PropertyMetadata(name: "age", keypath: \User.age, defaultValue: nil, metadata: nil),
    ]
  }

  nonisolated enum _$Properties {
    @inline(__always) static var id: Swift.Int {
      0
    }
    @inline(__always) static var firstName: Swift.Int {
      1
    }
    @inline(__always) static var surname: Swift.Int {
      2
    }
    @inline(__always) static var age: Swift.Int {
      3
    }
  }

  nonisolated static var _$slots: [any Perennial._Slot.Type] {
    [
      Swift.type(of: Perennial._slot(UUID.self)),
      Swift.type(of: Perennial._slot(String.self)),
      Swift.type(of: Perennial._slot(String.self)),
      Swift.type(of: Perennial._slot(Int.self)),
    ]
  }

  nonisolated static var _$canEmplace: Swift.Bool {
    true
  }

  nonisolated func _$emplace(_ row: inout Perennial._Row) {
    Perennial._emplace(&_id, &row)
    Perennial._emplace(&_firstName, &row)
    Perennial._emplace(&_surname, &row)
    Perennial._emplace(&_age, &row)
  }

  nonisolated func _$load(_ row: inout Perennial._Row, _ mask: Swift.UInt64) {
    Perennial._load(&_id, &row, _$Properties.id, mask)
    Perennial._load(&_firstName, &row, _$Properties.firstName, mask)
    Perennial._load(&_surname, &row, _$Properties.surname, mask)
    Perennial._load(&_age, &row, _$Properties.age, mask)
  }

  nonisolated func _$bind(_ binder: inout Perennial._Binder, _ mask: Swift.UInt64) {
    Perennial._bind(_id, &binder, _$Properties.id, mask)
    Perennial._bind(_firstName, &binder, _$Properties.firstName, mask)
    Perennial._bind(_surname, &binder, _$Properties.surname, mask)
    Perennial._bind(_age, &binder, _$Properties.age, mask)
  }

  nonisolated func _$visit<_V: Perennial._SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
    switch index {
    case 0:
      visitor.visit(&_id)
    case 1:
      visitor.visit(&_firstName)
    case 2:
      visitor.visit(&_surname)
    case 3:
      visitor.visit(&_age)
    default:
      break
    }
  }

  nonisolated init(backingData: any Perennial.BackingData<User>) {
    _$m_id = Perennial._Marker()
    _$m_firstName = Perennial._Marker()
    _$m_surname = Perennial._Marker()
    _$m_age = Perennial._Marker()
    Perennial._adopt(backingData, into: self)
  }

  internal nonisolated func access<_M>(keyPath: Swift.KeyPath<User, _M>) {
    Perennial._access(self, keyPath)
  }

  internal nonisolated func withMutation<_M, _MR>(
    keyPath: Swift.KeyPath<User, _M>,
    _ mutation: () throws -> _MR
  ) rethrows -> _MR {
    try Perennial._withMutation(self, keyPath, mutation)
  }
}

extension User: nonisolated Observation.Observable {
}

extension User: nonisolated Perennial.PersistentModel {
}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension User: Swift.Sendable {
}

