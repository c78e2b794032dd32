import Foundation
import Perennial
import PerennialJSON

extension PresetValueIssue {
  /// Creates the reason why a property's type has rejected a value, with the position of the rejected
  /// part.
  init(_ refusal: ColumnDecoder.Refusal, of node: JSONNode) {
    let type: any Any.Type = refusal.property.wrappedType
    guard let type = type as? any Decodable.Type,
      let error = Self.mistake(of: node, type)
    else {
      self.init(
        position: node.position,
        reason: "\(refusal.reason); write a value of \(type)")
      return
    }
    self.init(error, in: node)
  }

  private static func mistake(of node: JSONNode, _ type: any Decodable.Type) -> DecodingError? {
    func decode<Value: Decodable>(_ type: Value.Type) -> DecodingError? {
      do {
        _ = try JSONColumn.decode(type, from: node.text)
        return nil
      } catch {
        return error as? DecodingError
      }
    }
    return decode(type)
  }

  private init(_ error: DecodingError, in node: JSONNode) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(
        position: node.part(context.codingPath).position, reason: "“\(key.stringValue)” is missing")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let part = node.part(context.codingPath)
      self.init(position: part.position, reason: "\(part.phrase) is not of type \(type)")
    case .dataCorrupted(let context):
      let part = node.part(context.codingPath)
      self.init(position: part.position, reason: "\(part.phrase): \(context.debugDescription)")
    @unknown default: self.init(position: node.position, reason: "\(error)")
    }
  }
}

extension JSONNode {
  /// Returns the part of the value at a coding path, or the innermost part that exists.
  fileprivate func part(_ path: [any CodingKey]) -> JSONNode {
    guard let key = path.first else { return self }
    switch value {
    case .array(let elements):
      guard let index = key.intValue, elements.indices.contains(index) else { return self }
      return elements[index].part(Array(path.dropFirst()))
    case .object(let members):
      let member = members.first { $0.name == key.stringValue }
      return member?.node.part(Array(path.dropFirst())) ?? self
    default: return self
    }
  }
}
