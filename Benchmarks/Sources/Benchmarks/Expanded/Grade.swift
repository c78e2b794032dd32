// The expansion of Models/Grade.swift. Do not edit; to write it anew, run
//   UPDATE_EXPANSIONS=1 swift test --filter BenchmarkModelTests
// swift-format-ignore-file

import Foundation
import SwiftData

/// A student's grade in a subject.
final class Grade {
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
  var subject: String {
    @storageRestrictions(accesses: _subject, initializes: _$m_subject)
    init(initialValue) {
      _subject.initialize(initialValue)
      _$m_subject = Perennial._Marker()
    }
    get {
      Perennial._willRead(self, \.subject)
      return _subject.get(self, _$Properties.subject)
    }
    set {
      Perennial._willSet(self, \.subject, _$Properties.subject)
      Perennial._didSet(self, \.subject, _$Properties.subject, _subject.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _subject = Perennial._slot(String.self)

  nonisolated(unsafe) private var _$m_subject: Perennial._Marker
  var grade: String {
    @storageRestrictions(accesses: _grade, initializes: _$m_grade)
    init(initialValue) {
      _grade.initialize(initialValue)
      _$m_grade = Perennial._Marker()
    }
    get {
      Perennial._willRead(self, \.grade)
      return _grade.get(self, _$Properties.grade)
    }
    set {
      Perennial._willSet(self, \.grade, _$Properties.grade)
      Perennial._didSet(self, \.grade, _$Properties.grade, _grade.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _grade = Perennial._slot(String.self)

  nonisolated(unsafe) private var _$m_grade: Perennial._Marker
  var examBoard: String {
    @storageRestrictions(accesses: _examBoard, initializes: _$m_examBoard)
    init(initialValue) {
      _examBoard.initialize(initialValue)
      _$m_examBoard = Perennial._Marker()
    }
    get {
      Perennial._willRead(self, \.examBoard)
      return _examBoard.get(self, _$Properties.examBoard)
    }
    set {
      Perennial._willSet(self, \.examBoard, _$Properties.examBoard)
      Perennial._didSet(self, \.examBoard, _$Properties.examBoard, _examBoard.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _examBoard = Perennial._slot(String.self)

  nonisolated(unsafe) private var _$m_examBoard: Perennial._Marker
  var student: Student? {
    @storageRestrictions(accesses: _student, initializes: _$m_student)
    init(initialValue) {
      _student.initialize(initialValue)
      _$m_student = Perennial._Marker()
    }
    get {
      Perennial._willRead(self, \.student)
      return _student.get(self, _$Properties.student)
    }
    set {
      Perennial._willSet(self, \.student, _$Properties.student)
      Perennial._didSet(self, \.student, _$Properties.student, _student.replace(newValue))
    }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _student = Perennial._slot(Student?.self)

  nonisolated(unsafe) private var _$m_student: Perennial._Marker

  init(id: UUID, subject: String, grade: String, examBoard: String, student: Student?) {
    self.id = id
    self.subject = subject
    self.grade = grade
    self.examBoard = examBoard
    self.student = student
  }

  @exclusivity(unchecked) nonisolated(unsafe) final var _$backingData = Perennial._ModelHeader()

  nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._ModelHeader> {
    Swift.withUnsafeMutablePointer(to: &_$backingData) {
      $0
    }
  }

  nonisolated var persistentBackingData: any Perennial.BackingData<Grade> {
    get {
      Perennial._backingData(of: self)
    }
    set {
      Perennial._setBackingData(newValue, of: self)
    }
  }

  nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
    [
      Perennial.Schema.PropertyMetadata(name: "id", keypath: \Grade.id, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
      Perennial.Schema.PropertyMetadata(name: "subject", keypath: \Grade.subject, defaultValue: nil, metadata: nil),
      Perennial.Schema.PropertyMetadata(name: "grade", keypath: \Grade.grade, defaultValue: nil, metadata: nil),
      Perennial.Schema.PropertyMetadata(name: "examBoard", keypath: \Grade.examBoard, defaultValue: nil, metadata: nil),
      Perennial.Schema.PropertyMetadata(name: "student", keypath: \Grade.student, defaultValue: nil, metadata: nil),
    ]
  }

  nonisolated enum _$Properties {
    @inline(__always) static var id: Swift.Int {
      0
    }
    @inline(__always) static var subject: Swift.Int {
      1
    }
    @inline(__always) static var grade: Swift.Int {
      2
    }
    @inline(__always) static var examBoard: Swift.Int {
      3
    }
    @inline(__always) static var student: Swift.Int {
      4
    }
  }

  nonisolated static var _$slots: [any Perennial._Slot.Type] {
    [
      Swift.type(of: Perennial._slot(UUID.self)),
      Swift.type(of: Perennial._slot(String.self)),
      Swift.type(of: Perennial._slot(String.self)),
      Swift.type(of: Perennial._slot(String.self)),
      Swift.type(of: Perennial._slot(Student?.self)),
    ]
  }

  nonisolated static var _$canEmplace: Swift.Bool {
    true
  }

  nonisolated func _$emplace(_ row: inout Perennial._Row) {
    Perennial._emplace(&_id, &row)
    Perennial._emplace(&_subject, &row)
    Perennial._emplace(&_grade, &row)
    Perennial._emplace(&_examBoard, &row)
    Perennial._emplace(&_student, &row)
  }

  nonisolated func _$load(_ row: inout Perennial._Row, _ mask: Swift.UInt64) {
    Perennial._load(&_id, &row, _$Properties.id, mask)
    Perennial._load(&_subject, &row, _$Properties.subject, mask)
    Perennial._load(&_grade, &row, _$Properties.grade, mask)
    Perennial._load(&_examBoard, &row, _$Properties.examBoard, mask)
    Perennial._load(&_student, &row, _$Properties.student, mask)
  }

  nonisolated func _$bind(_ binder: inout Perennial._Binder, _ mask: Swift.UInt64) {
    Perennial._bind(_id, &binder, _$Properties.id, mask)
    Perennial._bind(_subject, &binder, _$Properties.subject, mask)
    Perennial._bind(_grade, &binder, _$Properties.grade, mask)
    Perennial._bind(_examBoard, &binder, _$Properties.examBoard, mask)
    Perennial._bind(_student, &binder, _$Properties.student, mask)
  }

  nonisolated func _$visit<_V: Perennial._SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
    switch index {
    case 0:
      visitor.visit(&_id)
    case 1:
      visitor.visit(&_subject)
    case 2:
      visitor.visit(&_grade)
    case 3:
      visitor.visit(&_examBoard)
    case 4:
      visitor.visit(&_student)
    default:
      break
    }
  }

  nonisolated init(backingData: any Perennial.BackingData<Grade>) {
    _$m_id = Perennial._Marker()
    _$m_subject = Perennial._Marker()
    _$m_grade = Perennial._Marker()
    _$m_examBoard = Perennial._Marker()
    Perennial._adopt(backingData, into: self)
  }

  internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Grade, _M>) {
    Perennial._access(self, keyPath)
  }

  internal nonisolated func withMutation<_M, _MR>(
    keyPath: Swift.KeyPath<Grade, _M>,
    _ mutation: () throws -> _MR
  ) rethrows -> _MR {
    try Perennial._withMutation(self, keyPath, mutation)
  }
}

extension Grade: nonisolated Observation.Observable {
}

extension Grade: nonisolated Perennial.PersistentModel {
}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Grade: Swift.Sendable {
}

