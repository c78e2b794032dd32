import Foundation
import Perennial

/// The values of an object as texts that can be edited.
///
/// ```swift
/// let store = try InspectedStore(url)
/// for field in try store.form(of: "Recipe", key: 34)?.fields ?? [] {
///   print(field.name, field.text ?? "nil")
/// }
/// ```
public struct EditForm: Sendable {
  /// The name of the object's entity.
  public let entity: String
  /// The primary key of the object; nil for a new object.
  public let key: Int64?
  /// The attributes and to-one relationships, beginning with the inherited ones.
  public let fields: [EditableField]
}

/// A property of an object, as a field of a form.
public struct EditableField: Sendable {
  /// The form of a property's texts.
  public enum Form: Equatable, Sendable {
    /// Any text.
    case text
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A date such as `2026-01-31T23:59:59Z`.
    case date
    /// One of the cases of an enumeration.
    case choice([String])
    /// JSON.
    case json
    /// The primary key of an object of an entity.
    case reference(to: String)
    /// A UUID, a URL, or a decimal number.
    case code
    /// The value cannot be edited as a text, for a reason.
    case unavailable(String)
  }

  /// The name of the property.
  public let name: String
  /// The type of the property, such as `String`.
  public let type: String
  /// `true` if the property may be nil.
  public let isOptional: Bool
  /// The form of the text.
  public let form: Form
  /// The value; nil if it is nil, cannot be edited, or the object is new.
  public let text: String?
}

extension InspectedStore {
  /// The number of characters of the longest value that a form has.
  public static let longestEditableText = 20_000

  /// Returns the form of an object; nil if there is no such object.
  ///
  /// ```swift
  /// let fields = try store.form(of: "Recipe", key: 34)?.fields ?? []
  /// if let title = fields.first(where: { $0.name == "title" }) {
  ///   let input = FieldInput(name: title.name, from: title.text, to: "Minestrone")
  ///   print(try editor.update("Recipe", key: 34, [input]).isEmpty)
  /// }
  /// ```
  ///
  /// - Throws: ``InspectionError`` if there is no such entity; `SwiftDataError.storeFailure`.
  public func form(of entity: String, key: Int64) throws -> EditForm? {
    guard let row = try excerpt(of: entity, key: key, length: Self.longestEditableText) else {
      return nil
    }
    return try form(of: entity, key) { number in row.cells[number] }
  }

  /// Returns the form of a new object.
  ///
  /// ```swift
  /// let form = try store.form(ofNew: "Recipe")
  /// print("Required: \(form.fields.filter { !$0.isOptional }.map(\.name))")
  /// ```
  ///
  /// - Throws: ``InspectionError`` if there is no such entity.
  public func form(ofNew entity: String) throws -> EditForm {
    try form(of: entity, nil) { _ in nil }
  }

  private func form(
    of entity: String, _ key: Int64?, _ cell: (Int) -> RowExcerpt.Cell?
  ) throws -> EditForm {
    let properties = Dictionary(
      try details(of: entity).properties.map { ($0.name, $0) },
      uniquingKeysWith: { _, last in last })
    let fields = try shape(ofEntity: entity).properties.enumerated().map { number, field in
      let (cell, property) = (cell(number), properties[field.name])
      let form = field.form(cell, destination: property?.relationship?.destination)
      let text: String? =
        if case .unavailable = form { nil } else { cell.flatMap { Field.text(of: $0.value) } }
      return EditableField(
        name: field.name, type: property?.type ?? "", isOptional: field.isNullable, form: form,
        text: text)
    }
    return EditForm(entity: entity, key: key, fields: fields)
  }
}

extension Field {
  /// Returns the text of a value in a form; nil for nil.
  static func text(of value: InspectedValue) -> String? {
    switch value {
    case .null: nil
    case .stored, .unreadable: value.description
    default: value.plain.text
    }
  }

  /// Returns the value for a text of a form, as the row has it.
  ///
  /// - Throws: ``ImportIssue``.
  func rowValue(of text: String?) throws -> SQLValue {
    let plain: PlainValue =
      if let text { isJSON ? .json(text) : .string(text) } else { .null }
    let content = try content(plain)
    guard isExternal, case .blob(let data) = content else { return content }
    return .blob(ExternalColumn.inlined(data))
  }

  fileprivate func form(_ cell: RowExcerpt.Cell?, destination: String?) -> EditableField.Form {
    if let size = cell?.fullSize {
      return .unavailable(
        "Values of more than \(InspectedStore.longestEditableText) characters cannot be edited here. It has \(size)."
      )
    }
    if case .unreadable(let reason) = cell?.value { return .unavailable(reason) }
    if let cases {
      return .choice(cases.all.map(\.text))
    }
    return switch kind {
    case .reference: destination.map { .reference(to: $0) } ?? .number
    case .orderKey: .number
    case .attribute(.text): .text
    case .attribute(.bool): .bool
    case .attribute(.date): .date
    case .attribute(.json): .json
    case .attribute(.data): .unavailable("Data cannot be edited as text.")
    case .attribute(.uuid), .attribute(.url), .attribute(.decimal): .code
    case .attribute: .number
    }
  }
}

extension RecordedCase {
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .integer(let integer): "\(integer)"
    }
  }
}
