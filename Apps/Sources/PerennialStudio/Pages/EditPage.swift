import HardenedHTTP
import PerennialInspection

/// The form of an object, or of a new one.
struct EditPage: Page {
  static let template = "edit"

  /// A property with its field.
  struct Field: Sendable {
    let name: String
    let type: String
    /// The text in the field.
    let text: String
    /// The text of the store's value.
    let former: String
    let isFormerNil: Bool
    let isNil: Bool
    /// `true` if a text and nil are different values of the property.
    let hasNil: Bool
    let isLong: Bool
    let isCode: Bool
    let isChosen: Bool
    let choices: [Choice]
    let hint: String?
    /// The reason why the value cannot be edited.
    let unavailable: String?
    /// The reason why the text was refused.
    let problem: String?
  }

  /// A value of a field with few values.
  struct Choice: Sendable {
    let value: String
    let text: String
    let isSelected: Bool
  }

  let frame: PageFrame
  let heading: String
  let entity: String
  let list: String
  /// The address that the form is sent to.
  let action: String
  /// The key of the object; nil for a new one.
  let key: String?
  let fields: [Field]
  let back: String
  /// The reason why nothing was saved, if it concerns no single property.
  let refusal: String?

  /// Creates the form.
  ///
  /// - Parameters:
  ///   - key: The key of the object; nil for a new one.
  ///   - edits: The texts that were sent, if they were refused.
  init(
    _ entity: String, key: Int64?, store: InspectedStore, studio: StudioStore,
    edits: [FieldInput] = [], refusal: EditError? = nil
  ) throws {
    let form = try Self.form(of: entity, key, store)
    let label = try key.flatMap { try store.excerpt(of: entity, key: $0, length: 200) }
      .flatMap { try store.label(of: $0).text }
    heading = key.map { label ?? "\(entity) \($0)" } ?? "New \(entity)"
    frame = PageFrame(
      "\(heading) · \(entity)", studio: studio, store: store, entity: entity, isLive: false)
    self.entity = entity
    self.key = key.map(String.init)
    list = Address.rows(of: entity).text
    back = key.map { Address.row(of: entity, key: $0).text } ?? list
    action = key == nil ? "/new" : "/edit"
    let sent = Dictionary(edits.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    fields = form.fields.map { field in
      Field(field, sent: sent[field.name], problem: refusal?.fields[field.name])
    }
    self.refusal = refusal?.reason
  }

  /// Returns the form of an object, or of a new one.
  ///
  /// - Throws: ``MissingRow`` if the object does not exist.
  static func form(of entity: String, _ key: Int64?, _ store: InspectedStore) throws -> EditForm {
    guard let key else { return try store.form(ofNew: entity) }
    guard let form = try store.form(of: entity, key: key) else {
      throw MissingRow(entity: entity, key: key)
    }
    return form
  }
}

extension EditPage.Field {
  fileprivate init(_ field: EditableField, sent: FieldInput?, problem: String?) {
    let shown = sent.map(\.text) ?? field.text
    (name, type) = (field.name, field.type + (field.isOptional ? "?" : ""))
    (text, isNil) = (shown ?? "", shown == nil)
    (former, isFormerNil) = (field.text ?? "", field.text == nil)
    hasNil = field.form == .text && field.isOptional
    // A field of one line loses line ends.
    let isTall = text.count > 80 || text.contains(where: \.isNewline)
    isLong = field.form == .json || (field.form == .text && isTall)
    isCode = field.form != .text
    var values: [String] = []
    switch field.form {
    case .bool: (values, hint, unavailable) = (["true", "false"], nil, nil)
    case .choice(let cases): (values, hint, unavailable) = (cases, nil, nil)
    case .date: (hint, unavailable) = ("Such as 2026-01-31T23:59:59Z, in UTC.", nil)
    case .json: (hint, unavailable) = ("JSON.", nil)
    case .reference(let entity): (hint, unavailable) = ("The key of an object of \(entity).", nil)
    case .unavailable(let reason): (hint, unavailable) = (nil, reason)
    case .text, .number, .code: (hint, unavailable) = (nil, nil)
    }
    isChosen = !values.isEmpty
    // A value that is none of the cases stays selected until another one is chosen.
    if isChosen, let shown, !values.contains(shown) { values.append(shown) }
    var choices = values.map {
      EditPage.Choice(value: $0, text: $0, isSelected: $0 == shown)
    }
    if isChosen, field.isOptional || shown == nil {
      choices.insert(.init(value: "", text: "nil", isSelected: shown == nil), at: 0)
    }
    self.choices = choices
    self.problem = problem
  }
}

extension EditForm {
  /// Returns the texts that a form has sent.
  func edits(_ sent: FormFields) -> [FieldInput] {
    fields.compactMap { field in
      if case .unavailable = field.form { return nil }
      func text(_ prefix: String, isNil: Bool) -> String? {
        let text = sent["\(prefix).\(field.name)"]
        return isNil || (text.isEmpty && (field.form != .text)) ? nil : text
      }
      return FieldInput(
        name: field.name,
        from: text("former", isNil: sent["formernil.\(field.name)"] == "1"),
        to: text("value", isNil: sent["nil.\(field.name)"] == "1"))
    }
  }
}
