import Foundation
import Perennial
import PerennialJSON
import PerennialRecords

extension PresetFileReading {
  /// The preset whose values are read.
  struct Subject {
    let entity: PresetEntity
    /// The ID, with that of the owner before it; nil if the preset has none.
    let id: String?
    let position: TextPosition

    /// The preset as messages name it.
    var label: String { id.map { "\(entity.name) “\($0)”" } ?? entity.name }
  }

  /// Returns a row with the column values of a preset.
  ///
  /// - Returns: The row, and `true` if the type of a property has refused a value.
  mutating func row(
    _ members: PresetMembers, of subject: Subject
  ) throws -> (row: PackedRow, isRefused: Bool) {
    let entity = subject.entity
    var isRefused = false
    let row = packed.makeRow(CatalogPreset.rowWidth(of: entity.layout))
    for (number, field) in entity.fields.enumerated() {
      guard case .attribute(let form) = field.kind else { continue }
      let node = members.fields[number]?.node
      guard var value = value(node, of: field, as: form, subject), value != .null else { continue }
      if field.needsCheck,
        let refusal = try decoder.convert(&value, of: field.property, in: entity.layout)
      {
        isRefused = true
        let place = node ?? JSONNode(position: subject.position, value: .null)
        add(PresetValueIssue(refusal, of: place), to: field, of: subject)
      }
      row.set(field.property.index, to: value)
    }
    return (row, isRefused)
  }

  /// Returns the column value of a field; nil if the field has a problem.
  private mutating func value(
    _ node: JSONNode?, of field: PresetField, as form: StoredForm, _ subject: Subject
  ) -> SQLValue? {
    guard let node else {
      if let value = absent(field, as: form, of: subject) { return value }
      problems.add(subject.position, "\(subject.label).\(field.name) has no value; \(field.lack)")
      return nil
    }
    do {
      return try field.column(node, form)
    } catch let issue as PresetValueIssue {
      add(issue, to: field, of: subject)
    } catch {
      add(PresetValueIssue(position: node.position, reason: "\(error)"), to: field, of: subject)
    }
    return nil
  }

  private mutating func add(
    _ issue: PresetValueIssue, to field: PresetField, of subject: Subject
  ) {
    problems.add(issue.position, "\(subject.label).\(field.name): \(issue.reason)")
  }

  /// Returns the value of a property without a value in the file; nil if the file must have one.
  private func absent(
    _ field: PresetField, as form: StoredForm, of subject: Subject
  ) -> SQLValue? {
    switch field.declaredDefault {
    case .constant(let value): return value
    case .none: return field.property.isOptional ? .null : nil
    case .changing(let value):
      let name = subject.entity.name
      if userProperties[name]?.contains(field.name) == true { return value }
      guard form == .uuid else { return nil }
      // The UUID is the same on every device, and in every version.
      let id = formerIDs.first(of: subject.id ?? "", name)
      let uuid = UUID(namespace: namespace, name: "\(name)\u{1F}\(id)\u{1F}\(field.name)")
      return uuid._sqlValue.value
    }
  }
}

extension PresetField {
  /// The remedy for a missing value.
  fileprivate var lack: String {
    if case .changing = declaredDefault {
      return
        "its default differs each time; write a \(typeName), or leave the property to the user"
    }
    return "the property has no default and is not optional; write a \(typeName)"
  }
}
