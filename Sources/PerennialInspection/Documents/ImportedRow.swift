import Perennial

/// An object of a document while its values are read.
struct ImportedRow {
  let shape: RowShape
  let insertion: String
  private let database: StoreDatabase
  private let properties: [String: Int]
  private let orderKeys: [String: Int]
  private let hidden: [String: Int]
  private var key: Int64?
  private var values: [SQLValue?]

  init(_ shape: RowShape, in database: StoreDatabase) {
    self.shape = shape
    self.database = database
    insertion = shape.insertion
    func numbers(_ fields: [Field], from first: Int) -> [String: Int] {
      Dictionary(
        zip(fields.map(\.name), first...), uniquingKeysWith: { first, _ in first })
    }
    properties = numbers(shape.properties, from: 0)
    orderKeys = numbers(shape.orderKeys, from: shape.properties.count)
    hidden = numbers(shape.hidden, from: shape.properties.count + shape.orderKeys.count)
    values = Array(repeating: nil, count: shape.fields.count)
  }

  mutating func clear() {
    key = nil
    for index in values.indices { values[index] = nil }
  }

  enum Group {
    case properties, orderKeys, hidden
  }

  /// Returns the index of a column's field in the shape; nil if there is none.
  func number(_ name: String, in group: Group) -> Int? {
    switch group {
    case .properties: properties[name]
    case .orderKeys: orderKeys[name]
    case .hidden: hidden[name]
    }
  }

  /// Returns the object and the property, for an error.
  func place(_ number: Int? = nil) -> String {
    let object = "\(shape.entity)\(key.map { " \($0)" } ?? "")"
    return number.map { "\(object), \(shape.fields[$0].name)" } ?? object
  }

  // MARK: Values

  mutating func set(key text: String) throws {
    guard let key = Int64(text), key != 0 else {
      throw ImportIssue(reason: "“\(text.prefix(80))” is not a key; a key is a number other than 0")
    }
    self.key = key
  }

  mutating func set(_ value: PlainValue, _ number: Int) throws {
    guard values[number] == nil else { throw ImportIssue(reason: "the property has two values") }
    values[number] = try shape.fields[number].column(value, in: database)
  }

  func checkedKey() throws -> Int64 {
    guard let key else { throw ImportIssue(reason: "an object lacks a key") }
    return key
  }

  /// Returns the values of all columns. A missing value is NULL if the property may be nil.
  func checkedValues() throws -> [SQLValue] {
    try zip(values, shape.fields).map { value, field in
      if let value { return value }
      guard field.isNullable, field.kind != .orderKey else {
        throw ImportIssue(reason: "\(field.name) is missing")
      }
      return .null
    }
  }
}
