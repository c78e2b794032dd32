// The expansion of Models/Student.swift. Do not edit; to write it anew, run
//   make expansions
// swift-format-ignore-file

import Foundation
import SwiftData

/// A student of a school, with some grades.
final class Student {
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
  var firstName: String {
    @storageRestrictions(accesses: _$s_firstName, initializes: _firstName)
    init(initialValue) {
      _$s_firstName.initialize(initialValue)
      _firstName = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.firstName)
      return _$s_firstName.get(self, _$Properties.firstName)
    }
    set {
      Perennial._Model.willSet(self, \.firstName, _$Properties.firstName)
      Perennial._Model.didSet(self, \.firstName, _$Properties.firstName, _$s_firstName.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_firstName = Perennial._Storage.slot(String.self)

  nonisolated(unsafe) private var _firstName: Perennial._Model.Marker
  var surname: String {
    @storageRestrictions(accesses: _$s_surname, initializes: _surname)
    init(initialValue) {
      _$s_surname.initialize(initialValue)
      _surname = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.surname)
      return _$s_surname.get(self, _$Properties.surname)
    }
    set {
      Perennial._Model.willSet(self, \.surname, _$Properties.surname)
      Perennial._Model.didSet(self, \.surname, _$Properties.surname, _$s_surname.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_surname = Perennial._Storage.slot(String.self)

  nonisolated(unsafe) private var _surname: Perennial._Model.Marker
  var age: Int {
    @storageRestrictions(accesses: _$s_age, initializes: _age)
    init(initialValue) {
      _$s_age.initialize(initialValue)
      _age = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.age)
      return _$s_age.get(self, _$Properties.age)
    }
    set {
      Perennial._Model.willSet(self, \.age, _$Properties.age)
      Perennial._Model.didSet(self, \.age, _$Properties.age, _$s_age.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_age = Perennial._Storage.slot(Int.self)

  nonisolated(unsafe) private var _age: Perennial._Model.Marker
  var school: School? {
    @storageRestrictions(accesses: _$s_school, initializes: _school)
    init(initialValue) {
      _$s_school.initialize(initialValue)
      _school = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.school)
      return _$s_school.get(self, _$Properties.school)
    }
    set {
      Perennial._Model.willSet(self, \.school, _$Properties.school)
      Perennial._Model.didSet(self, \.school, _$Properties.school, _$s_school.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_school = Perennial._Storage.slot(School?.self)

  nonisolated(unsafe) private var _school: Perennial._Model.Marker
  var grades: [Grade] = [] {
    @storageRestrictions(accesses: _$s_grades, initializes: _grades)
    init(initialValue) {
      _$s_grades.initialize(initialValue)
      _grades = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.grades)
      return _$s_grades.get(self, _$Properties.grades)
    }
    set {
      Perennial._Model.willSet(self, \.grades, _$Properties.grades)
      Perennial._Model.didSet(self, \.grades, _$Properties.grades, _$s_grades.replace(newValue))
    }
    _modify {
      Perennial._Model.willRead(self, \.grades)
      var value = _$s_grades._lend(self, _$Properties.grades)
      defer {
        Perennial._Model.willSet(self, \.grades, _$Properties.grades)
        Perennial._Model.didSet(self, \.grades, _$Properties.grades, _$s_grades.replace(value))
      }
      yield &value
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_grades = Perennial._Storage.slot([Grade].self)

  nonisolated(unsafe) private var _grades: Perennial._Model.Marker

  init(id: UUID, firstName: String, surname: String, age: Int, school: School?) {
    self.id = id
    self.firstName = firstName
    self.surname = surname
    self.age = age
    self.school = school
  }

  @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

  nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
    Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
  }

  nonisolated var persistentBackingData: any Perennial.BackingData<Student> {
    get { Perennial._Model.backingData(of: self) }
    set { Perennial._Model.setBackingData(newValue, of: self) }
  }

  nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
    Perennial._Model.unisolated {
      [
        Perennial.Schema.PropertyMetadata(name: "id", keypath: \Student.id, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
        Perennial.Schema.PropertyMetadata(name: "firstName", keypath: \Student.firstName, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "surname", keypath: \Student.surname, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "age", keypath: \Student.age, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "school", keypath: \Student.school, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "grades", keypath: \Student.grades, defaultValue: [] as [Grade], metadata: Perennial.Schema.Relationship(deleteRule: .cascade, inverse: \Grade.student)),
      ]
    }
  }

  nonisolated enum _$Properties {
    @inline(__always) static var id: Swift.Int { 0 }
    @inline(__always) static var firstName: Swift.Int { 1 }
    @inline(__always) static var surname: Swift.Int { 2 }
    @inline(__always) static var age: Swift.Int { 3 }
    @inline(__always) static var school: Swift.Int { 4 }
    @inline(__always) static var grades: Swift.Int { 5 }
  }

  nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
    [
      Perennial._Storage.slotType { (model: Student) in model._$s_id },
      Perennial._Storage.slotType { (model: Student) in model._$s_firstName },
      Perennial._Storage.slotType { (model: Student) in model._$s_surname },
      Perennial._Storage.slotType { (model: Student) in model._$s_age },
      Perennial._Storage.slotType { (model: Student) in model._$s_school },
      Perennial._Storage.slotType { (model: Student) in model._$s_grades },
    ]
  }

  nonisolated static var _$canEmplace: Swift.Bool {
    true
  }

  nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
    Perennial._Storage.emplace(&_$s_id, &row)
    Perennial._Storage.emplace(&_$s_firstName, &row)
    Perennial._Storage.emplace(&_$s_surname, &row)
    Perennial._Storage.emplace(&_$s_age, &row)
    Perennial._Storage.emplace(&_$s_school, &row)
    Perennial._Storage.emplace(&_$s_grades, &row)
  }

  nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
    Perennial._Storage.load(&_$s_id, &row, _$Properties.id, mask)
    Perennial._Storage.load(&_$s_firstName, &row, _$Properties.firstName, mask)
    Perennial._Storage.load(&_$s_surname, &row, _$Properties.surname, mask)
    Perennial._Storage.load(&_$s_age, &row, _$Properties.age, mask)
    Perennial._Storage.load(&_$s_school, &row, _$Properties.school, mask)
    Perennial._Storage.load(&_$s_grades, &row, _$Properties.grades, mask)
  }

  nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
    Perennial._Storage.bind(_$s_id, &binder, _$Properties.id, mask)
    Perennial._Storage.bind(_$s_firstName, &binder, _$Properties.firstName, mask)
    Perennial._Storage.bind(_$s_surname, &binder, _$Properties.surname, mask)
    Perennial._Storage.bind(_$s_age, &binder, _$Properties.age, mask)
    Perennial._Storage.bind(_$s_school, &binder, _$Properties.school, mask)
    Perennial._Storage.bind(_$s_grades, &binder, _$Properties.grades, mask)
  }

  nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
    switch index {
    case 0: visitor.visit(&_$s_id)
    case 1: visitor.visit(&_$s_firstName)
    case 2: visitor.visit(&_$s_surname)
    case 3: visitor.visit(&_$s_age)
    case 4: visitor.visit(&_$s_school)
    case 5: visitor.visit(&_$s_grades)
    default: break
    }
  }

  nonisolated init(backingData: any Perennial.BackingData<Student>) {
    _id = Perennial._Model.Marker()
    _firstName = Perennial._Model.Marker()
    _surname = Perennial._Model.Marker()
    _age = Perennial._Model.Marker()
    Perennial._Model.adopt(backingData, into: self)
  }

  internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Student, _M>) {
    Perennial._Model.access(self, keyPath)
  }

  internal nonisolated func withMutation<_M, _MR>(
    keyPath: Swift.KeyPath<Student, _M>,
    _ mutation: () throws -> _MR
  ) rethrows -> _MR {
    try Perennial._Model.withMutation(self, keyPath, mutation)
  }
}

extension Student: nonisolated Observation.Observable {}

extension Student: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Student: Swift.Sendable {}

