// The expansion of Models/Fifty.swift. Do not edit; to write it anew, run
//   make expansions
// swift-format-ignore-file

import Foundation
import SwiftData

/// A schema of fifty entities, each of which refers to the next one.
enum Fifty {
  final class Entity00 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity01? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity01?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity00> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity00.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity00.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity00.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity00.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity00) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity00) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity00) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity00) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity00>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity00, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity00, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity01 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity02? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity02?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity01> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity01.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity01.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity01.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity01.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity01) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity01) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity01) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity01) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity01>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity01, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity01, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity02 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity03? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity03?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity02> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity02.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity02.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity02.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity02.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity02) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity02) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity02) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity02) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity02>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity02, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity02, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity03 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity04? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity04?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity03> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity03.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity03.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity03.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity03.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity03) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity03) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity03) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity03) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity03>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity03, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity03, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity04 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity05? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity05?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity04> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity04.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity04.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity04.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity04.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity04) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity04) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity04) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity04) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity04>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity04, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity04, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity05 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity06? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity06?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity05> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity05.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity05.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity05.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity05.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity05) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity05) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity05) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity05) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity05>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity05, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity05, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity06 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity07? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity07?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity06> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity06.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity06.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity06.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity06.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity06) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity06) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity06) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity06) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity06>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity06, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity06, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity07 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity08? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity08?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity07> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity07.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity07.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity07.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity07.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity07) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity07) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity07) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity07) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity07>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity07, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity07, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity08 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity09? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity09?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity08> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity08.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity08.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity08.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity08.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity08) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity08) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity08) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity08) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity08>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity08, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity08, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity09 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity10? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity10?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity09> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity09.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity09.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity09.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity09.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity09) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity09) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity09) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity09) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity09>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity09, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity09, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity10 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity11? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity11?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity10> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity10.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity10.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity10.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity10.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity10) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity10) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity10) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity10) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity10>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity10, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity10, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity11 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity12? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity12?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity11> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity11.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity11.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity11.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity11.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity11) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity11) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity11) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity11) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity11>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity11, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity11, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity12 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity13? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity13?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity12> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity12.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity12.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity12.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity12.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity12) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity12) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity12) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity12) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity12>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity12, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity12, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity13 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity14? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity14?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity13> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity13.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity13.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity13.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity13.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity13) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity13) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity13) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity13) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity13>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity13, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity13, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity14 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity15? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity15?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity14> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity14.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity14.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity14.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity14.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity14) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity14) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity14) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity14) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity14>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity14, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity14, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity15 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity16? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity16?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity15> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity15.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity15.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity15.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity15.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity15) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity15) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity15) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity15) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity15>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity15, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity15, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity16 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity17? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity17?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity16> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity16.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity16.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity16.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity16.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity16) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity16) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity16) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity16) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity16>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity16, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity16, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity17 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity18? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity18?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity17> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity17.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity17.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity17.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity17.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity17) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity17) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity17) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity17) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity17>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity17, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity17, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity18 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity19? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity19?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity18> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity18.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity18.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity18.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity18.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity18) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity18) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity18) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity18) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity18>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity18, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity18, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity19 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity20? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity20?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity19> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity19.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity19.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity19.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity19.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity19) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity19) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity19) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity19) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity19>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity19, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity19, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity20 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity21? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity21?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity20> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity20.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity20.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity20.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity20.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity20) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity20) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity20) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity20) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity20>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity20, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity20, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity21 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity22? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity22?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity21> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity21.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity21.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity21.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity21.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity21) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity21) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity21) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity21) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity21>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity21, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity21, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity22 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity23? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity23?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity22> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity22.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity22.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity22.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity22.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity22) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity22) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity22) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity22) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity22>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity22, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity22, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity23 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity24? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity24?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity23> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity23.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity23.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity23.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity23.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity23) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity23) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity23) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity23) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity23>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity23, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity23, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity24 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity25? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity25?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity24> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity24.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity24.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity24.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity24.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity24) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity24) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity24) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity24) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity24>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity24, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity24, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity25 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity26? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity26?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity25> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity25.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity25.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity25.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity25.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity25) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity25) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity25) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity25) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity25>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity25, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity25, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity26 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity27? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity27?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity26> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity26.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity26.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity26.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity26.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity26) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity26) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity26) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity26) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity26>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity26, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity26, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity27 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity28? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity28?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity27> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity27.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity27.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity27.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity27.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity27) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity27) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity27) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity27) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity27>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity27, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity27, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity28 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity29? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity29?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity28> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity28.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity28.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity28.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity28.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity28) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity28) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity28) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity28) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity28>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity28, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity28, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity29 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity30? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity30?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity29> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity29.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity29.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity29.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity29.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity29) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity29) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity29) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity29) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity29>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity29, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity29, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity30 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity31? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity31?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity30> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity30.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity30.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity30.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity30.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity30) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity30) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity30) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity30) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity30>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity30, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity30, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity31 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity32? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity32?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity31> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity31.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity31.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity31.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity31.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity31) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity31) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity31) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity31) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity31>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity31, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity31, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity32 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity33? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity33?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity32> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity32.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity32.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity32.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity32.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity32) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity32) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity32) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity32) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity32>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity32, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity32, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity33 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity34? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity34?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity33> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity33.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity33.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity33.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity33.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity33) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity33) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity33) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity33) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity33>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity33, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity33, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity34 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity35? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity35?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity34> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity34.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity34.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity34.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity34.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity34) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity34) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity34) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity34) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity34>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity34, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity34, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity35 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity36? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity36?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity35> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity35.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity35.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity35.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity35.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity35) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity35) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity35) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity35) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity35>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity35, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity35, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity36 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity37? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity37?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity36> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity36.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity36.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity36.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity36.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity36) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity36) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity36) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity36) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity36>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity36, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity36, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity37 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity38? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity38?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity37> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity37.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity37.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity37.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity37.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity37) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity37) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity37) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity37) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity37>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity37, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity37, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity38 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity39? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity39?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity38> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity38.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity38.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity38.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity38.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity38) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity38) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity38) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity38) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity38>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity38, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity38, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity39 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity40? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity40?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity39> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity39.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity39.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity39.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity39.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity39) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity39) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity39) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity39) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity39>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity39, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity39, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity40 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity41? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity41?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity40> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity40.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity40.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity40.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity40.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity40) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity40) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity40) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity40) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity40>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity40, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity40, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity41 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity42? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity42?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity41> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity41.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity41.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity41.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity41.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity41) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity41) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity41) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity41) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity41>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity41, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity41, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity42 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity43? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity43?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity42> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity42.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity42.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity42.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity42.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity42) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity42) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity42) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity42) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity42>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity42, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity42, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity43 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity44? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity44?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity43> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity43.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity43.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity43.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity43.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity43) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity43) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity43) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity43) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity43>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity43, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity43, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity44 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity45? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity45?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity44> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity44.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity44.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity44.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity44.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity44) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity44) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity44) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity44) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity44>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity44, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity44, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity45 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity46? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity46?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity45> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity45.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity45.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity45.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity45.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity45) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity45) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity45) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity45) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity45>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity45, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity45, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity46 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity47? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity47?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity46> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity46.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity46.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity46.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity46.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity46) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity46) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity46) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity46) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity46>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity46, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity46, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity47 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity48? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity48?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity47> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity47.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity47.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity47.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity47.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity47) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity47) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity47) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity47) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity47>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity47, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity47, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity48 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity49? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity49?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity48> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity48.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity48.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity48.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity48.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity48) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity48) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity48) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity48) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity48>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity48, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity48, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
  final class Entity49 {
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
    var name: String = "" {
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
    var date: Date? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_date = Perennial._Storage.slot(Date?.self)

    nonisolated(unsafe) private var _date: Perennial._Model.Marker
    var next: Entity00? {
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

    @exclusivity(unchecked) nonisolated(unsafe) private var _$s_next = Perennial._Storage.slot(Entity00?.self)

    nonisolated(unsafe) private var _next: Perennial._Model.Marker

    init(number: Int) {
      self.number = number
    }

    @exclusivity(unchecked) nonisolated(unsafe) final var _$storage = Perennial._Model.Header()

    nonisolated var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
      Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
    }

    nonisolated var persistentBackingData: any Perennial.BackingData<Entity49> {
      get { Perennial._Model.backingData(of: self) }
      set { Perennial._Model.setBackingData(newValue, of: self) }
    }

    nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
      Perennial._Model.unisolated {
        [
          Perennial.Schema.PropertyMetadata(name: "number", keypath: \Entity49.number, defaultValue: nil, metadata: Perennial.Schema.Attribute(.unique)),
          Perennial.Schema.PropertyMetadata(name: "name", keypath: \Entity49.name, defaultValue: "" as String, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "date", keypath: \Entity49.date, defaultValue: nil, metadata: nil),
          Perennial.Schema.PropertyMetadata(name: "next", keypath: \Entity49.next, defaultValue: nil, metadata: nil),
        ]
      }
    }

    nonisolated enum _$Properties {
      @inline(__always) static var number: Swift.Int { 0 }
      @inline(__always) static var name: Swift.Int { 1 }
      @inline(__always) static var date: Swift.Int { 2 }
      @inline(__always) static var next: Swift.Int { 3 }
    }

    nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
      [
        Perennial._Storage.slotType { (model: Entity49) in model._$s_number },
        Perennial._Storage.slotType { (model: Entity49) in model._$s_name },
        Perennial._Storage.slotType { (model: Entity49) in model._$s_date },
        Perennial._Storage.slotType { (model: Entity49) in model._$s_next },
      ]
    }

    nonisolated static var _$canEmplace: Swift.Bool {
      true
    }

    nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
      Perennial._Storage.emplace(&_$s_number, &row)
      Perennial._Storage.emplace(&_$s_name, &row)
      Perennial._Storage.emplace(&_$s_date, &row)
      Perennial._Storage.emplace(&_$s_next, &row)
    }

    nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
      Perennial._Storage.load(&_$s_number, &row, _$Properties.number, mask)
      Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
      Perennial._Storage.load(&_$s_date, &row, _$Properties.date, mask)
      Perennial._Storage.load(&_$s_next, &row, _$Properties.next, mask)
    }

    nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
      Perennial._Storage.bind(_$s_number, &binder, _$Properties.number, mask)
      Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
      Perennial._Storage.bind(_$s_date, &binder, _$Properties.date, mask)
      Perennial._Storage.bind(_$s_next, &binder, _$Properties.next, mask)
    }

    nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
      switch index {
      case 0: visitor.visit(&_$s_number)
      case 1: visitor.visit(&_$s_name)
      case 2: visitor.visit(&_$s_date)
      case 3: visitor.visit(&_$s_next)
      default: break
      }
    }

    nonisolated init(backingData: any Perennial.BackingData<Entity49>) {
      _number = Perennial._Model.Marker()
      Perennial._Model.adopt(backingData, into: self)
    }

    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Entity49, _M>) {
      Perennial._Model.access(self, keyPath)
    }

    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<Entity49, _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try Perennial._Model.withMutation(self, keyPath, mutation)
    }
  }
}

extension Fifty.Entity00: nonisolated Observation.Observable {}

extension Fifty.Entity00: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity00: Swift.Sendable {}

extension Fifty.Entity01: nonisolated Observation.Observable {}

extension Fifty.Entity01: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity01: Swift.Sendable {}

extension Fifty.Entity02: nonisolated Observation.Observable {}

extension Fifty.Entity02: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity02: Swift.Sendable {}

extension Fifty.Entity03: nonisolated Observation.Observable {}

extension Fifty.Entity03: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity03: Swift.Sendable {}

extension Fifty.Entity04: nonisolated Observation.Observable {}

extension Fifty.Entity04: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity04: Swift.Sendable {}

extension Fifty.Entity05: nonisolated Observation.Observable {}

extension Fifty.Entity05: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity05: Swift.Sendable {}

extension Fifty.Entity06: nonisolated Observation.Observable {}

extension Fifty.Entity06: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity06: Swift.Sendable {}

extension Fifty.Entity07: nonisolated Observation.Observable {}

extension Fifty.Entity07: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity07: Swift.Sendable {}

extension Fifty.Entity08: nonisolated Observation.Observable {}

extension Fifty.Entity08: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity08: Swift.Sendable {}

extension Fifty.Entity09: nonisolated Observation.Observable {}

extension Fifty.Entity09: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity09: Swift.Sendable {}

extension Fifty.Entity10: nonisolated Observation.Observable {}

extension Fifty.Entity10: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity10: Swift.Sendable {}

extension Fifty.Entity11: nonisolated Observation.Observable {}

extension Fifty.Entity11: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity11: Swift.Sendable {}

extension Fifty.Entity12: nonisolated Observation.Observable {}

extension Fifty.Entity12: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity12: Swift.Sendable {}

extension Fifty.Entity13: nonisolated Observation.Observable {}

extension Fifty.Entity13: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity13: Swift.Sendable {}

extension Fifty.Entity14: nonisolated Observation.Observable {}

extension Fifty.Entity14: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity14: Swift.Sendable {}

extension Fifty.Entity15: nonisolated Observation.Observable {}

extension Fifty.Entity15: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity15: Swift.Sendable {}

extension Fifty.Entity16: nonisolated Observation.Observable {}

extension Fifty.Entity16: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity16: Swift.Sendable {}

extension Fifty.Entity17: nonisolated Observation.Observable {}

extension Fifty.Entity17: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity17: Swift.Sendable {}

extension Fifty.Entity18: nonisolated Observation.Observable {}

extension Fifty.Entity18: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity18: Swift.Sendable {}

extension Fifty.Entity19: nonisolated Observation.Observable {}

extension Fifty.Entity19: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity19: Swift.Sendable {}

extension Fifty.Entity20: nonisolated Observation.Observable {}

extension Fifty.Entity20: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity20: Swift.Sendable {}

extension Fifty.Entity21: nonisolated Observation.Observable {}

extension Fifty.Entity21: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity21: Swift.Sendable {}

extension Fifty.Entity22: nonisolated Observation.Observable {}

extension Fifty.Entity22: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity22: Swift.Sendable {}

extension Fifty.Entity23: nonisolated Observation.Observable {}

extension Fifty.Entity23: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity23: Swift.Sendable {}

extension Fifty.Entity24: nonisolated Observation.Observable {}

extension Fifty.Entity24: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity24: Swift.Sendable {}

extension Fifty.Entity25: nonisolated Observation.Observable {}

extension Fifty.Entity25: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity25: Swift.Sendable {}

extension Fifty.Entity26: nonisolated Observation.Observable {}

extension Fifty.Entity26: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity26: Swift.Sendable {}

extension Fifty.Entity27: nonisolated Observation.Observable {}

extension Fifty.Entity27: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity27: Swift.Sendable {}

extension Fifty.Entity28: nonisolated Observation.Observable {}

extension Fifty.Entity28: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity28: Swift.Sendable {}

extension Fifty.Entity29: nonisolated Observation.Observable {}

extension Fifty.Entity29: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity29: Swift.Sendable {}

extension Fifty.Entity30: nonisolated Observation.Observable {}

extension Fifty.Entity30: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity30: Swift.Sendable {}

extension Fifty.Entity31: nonisolated Observation.Observable {}

extension Fifty.Entity31: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity31: Swift.Sendable {}

extension Fifty.Entity32: nonisolated Observation.Observable {}

extension Fifty.Entity32: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity32: Swift.Sendable {}

extension Fifty.Entity33: nonisolated Observation.Observable {}

extension Fifty.Entity33: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity33: Swift.Sendable {}

extension Fifty.Entity34: nonisolated Observation.Observable {}

extension Fifty.Entity34: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity34: Swift.Sendable {}

extension Fifty.Entity35: nonisolated Observation.Observable {}

extension Fifty.Entity35: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity35: Swift.Sendable {}

extension Fifty.Entity36: nonisolated Observation.Observable {}

extension Fifty.Entity36: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity36: Swift.Sendable {}

extension Fifty.Entity37: nonisolated Observation.Observable {}

extension Fifty.Entity37: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity37: Swift.Sendable {}

extension Fifty.Entity38: nonisolated Observation.Observable {}

extension Fifty.Entity38: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity38: Swift.Sendable {}

extension Fifty.Entity39: nonisolated Observation.Observable {}

extension Fifty.Entity39: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity39: Swift.Sendable {}

extension Fifty.Entity40: nonisolated Observation.Observable {}

extension Fifty.Entity40: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity40: Swift.Sendable {}

extension Fifty.Entity41: nonisolated Observation.Observable {}

extension Fifty.Entity41: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity41: Swift.Sendable {}

extension Fifty.Entity42: nonisolated Observation.Observable {}

extension Fifty.Entity42: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity42: Swift.Sendable {}

extension Fifty.Entity43: nonisolated Observation.Observable {}

extension Fifty.Entity43: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity43: Swift.Sendable {}

extension Fifty.Entity44: nonisolated Observation.Observable {}

extension Fifty.Entity44: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity44: Swift.Sendable {}

extension Fifty.Entity45: nonisolated Observation.Observable {}

extension Fifty.Entity45: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity45: Swift.Sendable {}

extension Fifty.Entity46: nonisolated Observation.Observable {}

extension Fifty.Entity46: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity46: Swift.Sendable {}

extension Fifty.Entity47: nonisolated Observation.Observable {}

extension Fifty.Entity47: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity47: Swift.Sendable {}

extension Fifty.Entity48: nonisolated Observation.Observable {}

extension Fifty.Entity48: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity48: Swift.Sendable {}

extension Fifty.Entity49: nonisolated Observation.Observable {}

extension Fifty.Entity49: nonisolated Perennial.PersistentModel {}

@available(*, unavailable, message: "A model belongs to its context: pass its persistentModelID to another actor instead.")
extension Fifty.Entity49: Swift.Sendable {}

