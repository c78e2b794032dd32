import Perennial

extension StoredValue {
  init(_ value: SQLValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let integer): .integer(integer)
      case .real(let real): .real(real)
      case .text(let text): .text(text)
      case .blob(let data): .blob(data)
      }
  }

  var sqlValue: SQLValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .text(text)
    case .blob(let data): .blob(data)
    }
  }
}
