import Foundation

/// A value of JSON.
indirect enum JSONTree: Codable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  case decimal(Decimal)
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let unsigned = try? value.decode(UInt64.self) {
      self = .unsigned(unsigned)
    } else if let text = try? value.decode(String.self) {
      // Before numbers: decoders may accept texts as numbers that JSON cannot represent.
      self = .text(text)
    } else if let real = try? value.decode(Double.self) {
      let decimal = try? value.decode(Decimal.self)
      self =
        decimal.map { $0 == Decimal(string: "\(real)") ? .real(real) : .decimal($0) } ?? .real(real)
    } else if let list = try? value.decode([JSONTree].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .unsigned(let unsigned): try value.encode(unsigned)
    case .real(let real): try value.encode(real)
    case .decimal(let decimal): try value.encode(decimal)
    case .text(let text): try value.encode(text)
    case .list(let list): try value.encode(list)
    case .object(let object): try value.encode(object)
    }
  }
}

extension JSONTree {
  /// Returns this value with the changes that lead from one value to another. An array is changed as a whole.
  ///
  /// A member of an object that is in neither of them stays: the program that has written both does not know it.
  func applyingChanges(from former: JSONTree, to new: JSONTree) -> JSONTree {
    if former == new { return self }
    guard case .object(let own) = self, case .object(let former) = former,
      case .object(let new) = new
    else { return new }
    var members = own.filter { former[$0.key] == nil }
    for (name, value) in new {
      if let own = own[name], let former = former[name] {
        members[name] = own.applyingChanges(from: former, to: value)
      } else {
        members[name] = value
      }
    }
    return .object(members)
  }
}
