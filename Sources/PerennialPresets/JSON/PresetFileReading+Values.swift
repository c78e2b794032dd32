import Foundation
import Perennial
import PerennialJSON
import PerennialRecords

extension PresetFileReading {
  /// Returns the column values of a preset, by the indices of the properties.
  mutating func values(
    _ named: [String: JSONNode.Member], at node: JSONNode, of entity: PresetEntity, id: String,
    label: String
  ) -> [SQLValue] {
    var values = Array(repeating: SQLValue.null, count: entity.layout.properties.count)
    for field in entity.fields.values {
      let index = field.property.index
      switch field.kind {
      case .toOne, .toMany: break
      case .attribute(let form):
        guard let value = named[field.name]?.node else {
          if let value = absent(field, as: form, of: entity, id: id) {
            values[index] = value
          } else {
            problems.add(node.position, "\(label).\(field.name) has no value; \(field.lack)")
          }
          continue
        }
        do {
          values[index] = try field.column(value, form)
        } catch let issue as PresetValueIssue {
          problems.add(issue.position, "\(label).\(field.name): \(issue.reason)")
        } catch {
          problems.add(value.position, "\(label).\(field.name): \(error)")
        }
      }
    }
    return values
  }

  /// Returns the value of a property without a value in the file; nil if the file must have one.
  private func absent(
    _ field: PresetField, as form: StoredForm, of entity: PresetEntity, id: String
  ) -> SQLValue? {
    switch field.declaredDefault {
    case .constant(let value): return value
    case .none: return field.property.isOptional ? .null : nil
    case .changing(let value):
      if userProperties[entity.name]?.contains(field.name) == true { return value }
      guard form == .uuid else { return nil }
      // The UUID is the same on every device, and in every version.
      let uuid = UUID(namespace: namespace, name: "\(entity.name)\u{1F}\(id)\u{1F}\(field.name)")
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
