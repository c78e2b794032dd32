public import Foundation

/// A value in a file that one of Apple's frameworks wrote, in the type of its attribute.
///
/// ```swift
/// for row in try appleStore.rows(of: "Book", limit: 10) {
///   if case .text(let title)? = row["title"] { print(title) }
/// }
/// ```
public indirect enum AppleValue: Hashable, Sendable {
  /// No value.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// A signed integer of any width.
  case integer(Int64)
  /// An integer beyond the range of `Int64`, in an archive or a property list.
  case unsigned(UInt64)
  /// A `Double` or `Float`.
  case real(Double)
  /// A decimal number. Core Data's columns keep about 15 of its digits.
  case decimal(Decimal)
  /// A string. Of an attributed string, the text.
  case text(String)
  /// A point in time.
  case date(Date)
  /// Bytes: of an attribute for data, or of a transformer that wrote no archive.
  case data(Data)
  /// A UUID.
  case uuid(UUID)
  /// The string of a URL.
  case url(String)
  /// An array in an archive or a property list.
  case array([AppleValue])
  /// A set in an archive or a property list.
  case set([AppleValue])
  /// A dictionary in an archive or a property list.
  case dictionary([Entry])
  /// An object in an archive, of a class that this module does not know.
  case object(Object)
  /// A value of a composite attribute, for example of a Codable structure. Its elements are in the order of the model.
  case composite([Field])
  /// A reference of a to-one relationship.
  case reference(AppleReference)
  /// An object in an archive that contains itself. The name is that of its class.
  case cycle(String)
  /// A stored value that does not fit its attribute.
  case invalid(Invalid)

  /// A key of a dictionary and its value.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public let key: AppleValue
    /// The value.
    public let value: AppleValue

    /// Creates a value; for tests, which write stores.
    package init(key: AppleValue, value: AppleValue) {
      self.key = key
      self.value = value
    }
  }

  /// A name and its value.
  public struct Field: Hashable, Sendable {
    /// The name of the field.
    public let name: String
    /// The value of the field.
    public let value: AppleValue

    /// Creates a value; for tests, which write stores.
    package init(name: String, value: AppleValue) {
      self.name = name
      self.value = value
    }
  }

  /// An archived object. Its class is known by name only; no instance of it was made.
  public struct Object: Hashable, Sendable {
    /// The name of the class.
    public let className: String
    /// The archived fields, in alphabetical order.
    public let fields: [Field]

    /// Creates a value; for tests, which write stores.
    package init(className: String, fields: [Field]) {
      self.className = className
      self.fields = fields
    }

    /// The value of a field; nil if the object has no field of this name.
    public subscript(_ name: String) -> AppleValue? { fields.first { $0.name == name }?.value }
  }

  /// A stored value that does not fit its attribute, and the reason.
  public struct Invalid: Hashable, Sendable {
    /// The reason, as a sentence without a capital.
    public let reason: String
    /// The stored value in short.
    public let stored: String

    /// Creates a value; for tests, which write stores.
    package init(reason: String, stored: String) {
      self.reason = reason
      self.stored = stored
    }
  }

  /// The value of an element of a composite value, or of a field of an object; nil if there is none.
  public subscript(_ name: String) -> AppleValue? {
    switch self {
    case .composite(let fields): fields.first { $0.name == name }?.value
    case .object(let object): object[name]
    case .dictionary(let entries): entries.first { $0.key == .text(name) }?.value
    default: nil
    }
  }
}

extension AppleValue {
  /// `true` if there is no value, or only elements of composites without values.
  package var isWithoutValues: Bool {
    switch self {
    case .null: true
    case .composite(let fields): fields.allSatisfy(\.value.isWithoutValues)
    default: false
    }
  }

  /// The paths of the values inside this one that do not fit their attributes, with the reasons. The path of the value
  /// itself is empty.
  public var invalidParts: [(path: String, invalid: Invalid)] {
    switch self {
    case .invalid(let invalid): [("", invalid)]
    case .composite(let fields):
      fields.flatMap { field in
        field.value.invalidParts.map { part in
          (part.path.isEmpty ? field.name : "\(field.name).\(part.path)", part.invalid)
        }
      }
    default: []
    }
  }
}
