import Foundation

/// A value of unknown type that is stored as JSON. The slot keeps the text unchanged.
struct StoredJSONSlot<Value: StoredJSONValue>: _Storage.Slot {
  private var text: String?

  init() {}

  init(_ row: inout _Storage.Row) {
    if row._isNull {
      row.skip(1)
    } else {
      text = row.string()
    }
  }

  func _bind(_ binder: inout _Storage.Binder) {
    if let text { binder.bind(verbatim: text) } else { binder.bindNull() }
  }

  mutating func initialize(_ value: Value) { text = value.jsonText }
  mutating func replace(_ value: Value) { text = value.jsonText }

  func get(_ owner: some PersistentModel, _ index: Int) -> Value {
    Value(jsonText: text) ?? _Model.missingValue(Value.self, of: owner, at: index)
  }

  func _constant() -> Value? { Value(jsonText: text) }

  var _sqlValue: _Storage.SQLValueBox {
    _Storage.SQLValueBox(text.map(SQLValue.text) ?? .null)
  }

  static var _description: _Storage.SlotDescription {
    let isOptional = Value.self is any OptionalValue.Type
    return _Storage.SlotDescription(
      kind: .attribute, column: _Storage.ColumnType(.text, isNullable: isOptional),
      isOptional: isOptional, valueType: Value.self, isComparable: false, isJSON: true)
  }
}

/// A value of unknown type that is stored as JSON in external storage.
enum StoredJSONContent<Value: StoredJSONValue>: _Storage.ExternalContent {
  static func _data(of value: Value) -> Data? { value.jsonText.map { Data($0.utf8) } }

  static func _value(from data: Data) throws -> Value {
    guard let value = Value(jsonText: String(data: data, encoding: .utf8)) else {
      throw SwiftDataError.storeFailure.because("\(data.count) bytes are not JSON")
    }
    return value
  }
}

/// JSON, or an optional of it.
protocol StoredJSONValue {
  init?(jsonText: String?)
  var jsonText: String? { get }
}

extension StoredJSON: StoredJSONValue {
  init?(jsonText: String?) {
    guard let jsonText else { return nil }
    self.init(jsonText)
  }

  var jsonText: String? { text }
}

extension Optional: StoredJSONValue where Wrapped == StoredJSON {
  init?(jsonText: String?) { self = jsonText.map { StoredJSON($0) } }
  var jsonText: String? { self?.text }
}
