import Configuration
import Foundation

/// A file of settings: a JSON object whose values are texts, numbers, truth values and lists of texts.
struct SettingsFile {
  /// A value of the file. Texts that look like numbers stay texts.
  enum Value: Decodable, CustomStringConvertible {
    case boolean(Bool)
    case integer(Int)
    case text(String)
    case texts([String])
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Bool.self) {
        self = .boolean(value)
      } else if let value = try? container.decode(Int.self) {
        self = .integer(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else if let value = try? container.decode([String].self) {
        self = .texts(value)
      } else {
        self = .other
      }
    }

    fileprivate var content: ConfigContent {
      switch self {
      case .boolean(let value): .bool(value)
      case .integer(let value): .int(value)
      case .text(let value): .string(value)
      case .texts(let value): .stringArray(value)
      // No setting has bytes, so each one refuses them.
      case .other: .bytes([])
      }
    }

    var description: String {
      switch self {
      case .boolean(let value): "\(value)"
      case .integer(let value): "\(value)"
      case .text(let value): value
      case .texts(let value): value.joined(separator: ", ")
      case .other: "a value of another type"
      }
    }
  }

  let path: String
  /// The values by their names.
  let values: [String: Value]
  let provider: InMemoryProvider

  /// Reads a file.
  ///
  /// - Throws: ``MissingFile``; ``HubSettingError`` for a file that isn't a JSON object.
  init(at path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw MissingFile(path: path)
    }
    do {
      values = try JSONDecoder().decode([String: Value].self, from: data)
    } catch {
      throw HubSettingError("\(path) isn't a JSON object with settings of a hub.")
    }
    self.path = path
    provider = InMemoryProvider(
      name: path,
      values: Dictionary(
        uniqueKeysWithValues: values.map { name, value in
          (AbsoluteConfigKey([name]), ConfigValue(value.content, isSecret: false))
        }))
  }
}
