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

  /// Returns the column values of a preset, by the indices of the properties.
  ///
  /// - Returns: The values, and `true` if the type of a property has refused one.
  mutating func values(
    _ members: PresetMembers, of subject: Subject
  ) throws -> (values: [SQLValue], isRefused: Bool) {
    let entity = subject.entity
    var isRefused = false
    var values = Array(repeating: SQLValue.null, count: entity.layout.properties.count)
    for (number, field) in entity.fields.enumerated() {
      guard case .attribute(let form) = field.kind else { continue }
      let index = field.property.index
      let node = members.fields[number]?.node
      if let node {
        do {
          values[index] = try field.column(node, form)
        } catch let issue as PresetValueIssue {
          add(issue, to: field, of: subject)
        } catch {
          add(
            PresetValueIssue(position: node.position, reason: "\(error)"), to: field, of: subject)
        }
      } else if let value = absent(field, as: form, of: subject) {
        values[index] = value
      } else {
        problems.add(
          subject.position, "\(subject.label).\(field.name) has no value; \(field.lack)")
      }
      guard field.needsCheck, values[index] != .null,
        let refusal = try decoder.convert(&values[index], of: field.property, in: entity.layout)
      else { continue }
      isRefused = true
      let place = node ?? JSONNode(position: subject.position, value: .null)
      add(PresetValueIssue(refusal, of: place), to: field, of: subject)
    }
    return (values, isRefused)
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
