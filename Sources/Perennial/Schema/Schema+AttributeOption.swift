#if canImport(Darwin)
public import Foundation
#endif

extension Schema.Attribute {
  /// How an attribute is stored and treated.
  public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
    enum Kind: String, Codable {
      case unique, externalStorage, allowsCloudEncryption, preserveValueOnDeletion, ephemeral
      case spotlight, codable, transformable
    }

    let kind: Kind
    /// The name of the transformer of a ``Kind/transformable`` attribute.
    let transformerName: String?

    init(_ kind: Kind, transformerName: String? = nil) {
      self.kind = kind
      self.transformerName = transformerName
    }

    /// No two objects of the entity share the value; a new object whose value is already there
    /// updates that row when it is saved (an upsert).
    public static var unique: Option { Option(.unique) }
    /// Keep large binary values in files beside the database.
    public static var externalStorage: Option { Option(.externalStorage) }
    /// A copy of the value in a cloud may be encrypted.
    public static var allowsCloudEncryption: Option { Option(.allowsCloudEncryption) }
    /// Keep the value in the history of the object's deletion.
    public static var preserveValueOnDeletion: Option { Option(.preserveValueOnDeletion) }
    /// Observed and counted as a change, but never written to the store.
    public static var ephemeral: Option { Option(.ephemeral) }
    /// Make the value searchable.
    public static var spotlight: Option { Option(.spotlight) }
    /// Store a `Codable` value as one opaque value.
    public static var codable: Option { Option(.codable) }
    /// Convert the value to and from data by the value transformer registered under a name.
    public static func transformable(by transformerName: String) -> Option {
      Option(.transformable, transformerName: transformerName)
    }

    /// Convert the value to and from data by a value transformer.
    ///
    /// The transformer is registered under the name of its class, unless something else is.
    public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
      let name = String(describing: transformerType)
      if ValueTransformer(forName: NSValueTransformerName(name)) == nil {
        ValueTransformer.setValueTransformer(
          transformerType.init(), forName: NSValueTransformerName(name))
      }
      return transformable(by: name)
    }

    public var debugDescription: String {
      transformerName.map { "\(kind.rawValue)(by: \"\($0)\")" } ?? kind.rawValue
    }
  }
}
