#if canImport(Darwin)
public import Foundation
#endif

extension Schema.Attribute {
  /// An option for the storage and treatment of an attribute.
  public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
    enum Kind: String, Codable {
      case unique, externalStorage, allowsCloudEncryption, preserveValueOnDeletion, ephemeral
      case spotlight, codable, transformable, counter
    }

    let kind: Kind
    /// The name of the transformer of a ``Kind/transformable`` attribute.
    let transformerName: String?

    init(_ kind: Kind, transformerName: String? = nil) {
      self.kind = kind
      self.transformerName = transformerName
    }

    /// Makes the value unique among the objects of the entity. If a new object has a value that is
    /// already stored, saving the object updates the stored row (an upsert). If the context has an object of the
    /// row already, both objects represent the row from then on.
    ///
    /// ```swift
    /// @Model final class Book {
    ///   @Attribute(.unique) var isbn: String
    ///   init(isbn: String) { self.isbn = isbn }
    /// }
    /// ```
    public static var unique: Option { Option(.unique) }
    /// Stores large binary values in files beside the database.
    ///
    /// ```swift
    /// @Model final class Scan {
    ///   @Attribute(.externalStorage) var image = Data()
    ///   init() {}
    /// }
    /// ```
    public static var externalStorage: Option { Option(.externalStorage) }
    /// Encrypts the value before it is sent to a hub that is registered with sealing. Documentation/SealedData.md has
    /// the details. In a store that isn't synced so, the option has no effect.
    public static var allowsCloudEncryption: Option { Option(.allowsCloudEncryption) }
    /// Keeps the value in the history of the object's deletion.
    ///
    /// ```swift
    /// @Model final class Contact {
    ///   @Attribute(.preserveValueOnDeletion) var number = 0
    ///   init() {}
    /// }
    /// ```
    public static var preserveValueOnDeletion: Option { Option(.preserveValueOnDeletion) }
    /// Observes the value and counts its changes, but never writes it to the store.
    public static var ephemeral: Option { Option(.ephemeral) }
    /// Makes the value searchable.
    ///
    /// ``ModelContext/search(_:in:where:limit:)`` finds the objects.
    ///
    /// ```swift
    /// @Model final class Article {
    ///   @Attribute(.spotlight) var text = ""
    ///   init() {}
    /// }
    /// let articles = try context.search("storage", in: Article.self)
    /// ```
    public static var spotlight: Option { Option(.spotlight) }
    /// Stores a `Codable` value as one opaque value.
    public static var codable: Option { Option(.codable) }
    /// Counts: sync adds up what all devices have added to the value.
    ///
    /// Two devices that each add 1 to an object increase its value by 2. An assignment counts as the
    /// difference from the former value. The property is an `Int` or an `Int64`. In a store that isn't
    /// synced, the option has no effect.
    ///
    /// ```swift
    /// @Model final class Song {
    ///   @Attribute(.counter) var plays = 0
    ///   init() {}
    /// }
    /// ```
    public static var counter: Option { Option(.counter) }
    /// Converts the value to and from data with the value transformer that is registered under a
    /// name.
    public static func transformable(by transformerName: String) -> Option {
      Option(.transformable, transformerName: transformerName)
    }

    /// Converts the value to and from data with a value transformer.
    ///
    /// Registers the transformer under the name of its class, unless another transformer has that
    /// name.
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
