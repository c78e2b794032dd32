// The expansion of Models/Grade.swift. Do not edit; to write it anew, run
//   make expansions
// swift-format-ignore-file

import Foundation
import SwiftData

/// A student's grade in a subject.
final class Grade {
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
  var subject: String {
    @storageRestrictions(accesses: _$s_subject, initializes: _subject)
    init(initialValue) {
      _$s_subject.initialize(initialValue)
      _subject = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.subject)
      return _$s_subject.get(self, _$Properties.subject)
    }
    set {
      Perennial._Model.willSet(self, \.subject, _$Properties.subject)
      Perennial._Model.didSet(self, \.subject, _$Properties.subject, _$s_subject.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_subject = Perennial._Storage.slot(String.self)

  nonisolated(unsafe) private var _subject: Perennial._Model.Marker
  var grade: String {
    @storageRestrictions(accesses: _$s_grade, initializes: _grade)
    init(initialValue) {
      _$s_grade.initialize(initialValue)
      _grade = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.grade)
      return _$s_grade.get(self, _$Properties.grade)
    }
    set {
      Perennial._Model.willSet(self, \.grade, _$Properties.grade)
      Perennial._Model.didSet(self, \.grade, _$Properties.grade, _$s_grade.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_grade = Perennial._Storage.slot(String.self)

  nonisolated(unsafe) private var _grade: Perennial._Model.Marker
  var examBoard: String {
    @storageRestrictions(accesses: _$s_examBoard, initializes: _examBoard)
    init(initialValue) {
      _$s_examBoard.initialize(initialValue)
      _examBoard = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.examBoard)
      return _$s_examBoard.get(self, _$Properties.examBoard)
    }
    set {
      Perennial._Model.willSet(self, \.examBoard, _$Properties.examBoard)
      Perennial._Model.didSet(self, \.examBoard, _$Properties.examBoard, _$s_examBoard.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_examBoard = Perennial._Storage.slot(String.self)

  nonisolated(unsafe) private var _examBoard: Perennial._Model.Marker
  var student: Student? {
    @storageRestrictions(accesses: _$s_student, initializes: _student)
    init(initialValue) {
      _$s_student.initialize(initialValue)
      _student = Perennial._Model.Marker()
    }
    get {
      Perennial._Model.willRead(self, \.student)
      return _$s_student.get(self, _$Properties.student)
    }
    set {
      Perennial._Model.willSet(self, \.student, _$Properties.student)
      Perennial._Model.didSet(self, \.student, _$Properties.student, _$s_student.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _$s_student = Perennial._Storage.slot(Student?.self)

  nonisolated(unsafe) private var _student: Perennial._Model.Marker

  init(id: UUID, subject: String, grade: String, examBoard: String, student: Student?) {
    self.id = id
    self.subject = subject
    self.grade = grade
    self.examBoard = examBoard
    self.student = student
  }

  @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

  nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
    Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
  }

  nonisolated var persistentBackingData: any Perennial.BackingData<Grade> {
    get { Perennial._Model.backingData(of: self) }
    set { Perennial._Model.setBackingData(newValue, of: self) }
  }

  nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
    Perennial._Model.unisolated {
      [
        Perennial.Schema.PropertyMetadata(name: "id", keypath: \Grade.id, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
        Perennial.Schema.PropertyMetadata(name: "subject", keypath: \Grade.subject, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "grade", keypath: \Grade.grade, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "examBoard", keypath: \Grade.examBoard, defaultValue: nil, metadata: nil),
        Perennial.Schema.PropertyMetadata(name: "student", keypath: \Grade.student, defaultValue: nil, metadata: nil),
      ]
    }
  }

  nonisolated enum _$Properties {
    @inline(__always) static var id: Swift.Int { 0 }
    @inline(__always) static var subject: Swift.Int { 1 }
    @inline(__always) static var grade: Swift.Int { 2 }
    @inline(__always) static var examBoard: Swift.Int { 3 }
    @inline(__always) static var student: Swift.Int { 4 }
  }

  nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
    [
      Perennial._Storage.slotType { (model: Grade) in model._$s_id },
      Perennial._Storage.slotType { (model: Grade) in model._$s_subject },
      Perennial._Storage.slotType { (model: Grade) in model._$s_grade },
      Perennial._Storage.slotType { (model: Grade) in model._$s_examBoard },
      Perennial._Storage.slotType { (model: Grade) in model._$s_student },
    ]
  }

  nonisolated static var _$canEmplace: Swift.Bool {
    true
  }

  nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
    Perennial._Storage.emplace(&_$s_id, &row)
    Perennial._Storage.emplace(&_$s_subject, &row)
    Perennial._Storage.emplace(&_$s_grade, &row)
    Perennial._Storage.emplace(&_$s_examBoard, &row)
    Perennial._Storage.emplace(&_$s_student, &row)
  }

  nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
    Perennial._Storage.load(&_$s_id, &row, _$Properties.id, mask)
    Perennial._Storage.load(&_$s_subject, &row, _$Properties.subject, mask)
    Perennial._Storage.load(&_$s_grade, &row, _$Properties.grade, mask)
    Perennial._Storage.load(&_$s_examBoard, &row, _$Properties.examBoard, mask)
    Perennial._Storage.load(&_$s_student, &row, _$Properties.student, mask)
  }

  nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
    Perennial._Storage.bind(_$s_id, &binder, _$Properties.id, mask)
    Perennial._Storage.bind(_$s_subject, &binder, _$Properties.subject, mask)
    Perennial._Storage.bind(_$s_grade, &binder, _$Properties.grade, mask)
    Perennial._Storage.bind(_$s_examBoard, &binder, _$Properties.examBoard, mask)
    Perennial._Storage.bind(_$s_student, &binder, _$Properties.student, mask)
  }

  nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
    switch index {
    case 0: visitor.visit(&_$s_id)
    case 1: visitor.visit(&_$s_subject)
    case 2: visitor.visit(&_$s_grade)
    case 3: visitor.visit(&_$s_examBoard)
    case 4: visitor.visit(&_$s_student)
    default: break
    }
  }

  nonisolated init(backingData: any Perennial.BackingData<Grade>) {
    _id = Perennial._Model.Marker()
    _subject = Perennial._Model.Marker()
    _grade = Perennial._Model.Marker()
    _examBoard = Perennial._Model.Marker()
    Perennial._Model.adopt(backingData, into: self)
  }

  internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Grade, _M>) {
    Perennial._Model.access(self, keyPath)
  }

  internal nonisolated func withMutation<_M, _MR>(
    keyPath: Swift.KeyPath<Grade, _M>,
    _ mutation: () throws -> _MR
  ) rethrows -> _MR {
    try Perennial._Model.withMutation(self, keyPath, mutation)
  }
}

extension Grade: nonisolated Observation.Observable {}

extension Grade: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Grade: Swift.Sendable {}

