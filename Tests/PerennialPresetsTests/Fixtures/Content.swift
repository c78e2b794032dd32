import Perennial
import PerennialPresets
import PerennialRecords

/// The values of the fields in these tests.
enum Content: FieldValue {
  case number(Int)
  case reference(RecordName)

  var target: RecordName? {
    if case .reference(let name) = self { return name }
    return nil
  }

  func following(_ redirects: Redirects) -> Content {
    if case .reference(let name) = self { return .reference(redirects.destination(of: name)) }
    return self
  }
}

extension Content: CustomStringConvertible {
  var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .reference(let name): "→\(name.rawValue)"
    }
  }
}
