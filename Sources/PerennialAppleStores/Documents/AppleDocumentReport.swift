/// The report of a document that was written of a file of SwiftData or Core Data.
public struct AppleDocumentReport: Encodable, Hashable, Sendable {
  /// The numbers of written objects, by the names of entities in the document.
  public internal(set) var objects: [String: Int] = [:]
  /// The numbers of values that the document does not have as the file has them, by entity and property.
  public internal(set) var changedValues: [String: Int] = [:]
  /// The first reason for which values of a property were changed, by entity and property.
  public internal(set) var reasons: [String: String] = [:]
  /// The numbers of references to objects that do not exist, or of objects that do not, by entity and relationship. The
  /// document does not have them.
  public internal(set) var danglingReferences: [String: Int] = [:]
  /// The numbers of rows that belong to no entity or relationship of the model, by table. The document does not have them.
  public internal(set) var unknownRows: [String: Int] = [:]
  /// The parts of the model that the document has not as the file has them; see ``ModelSource/remarks``.
  public internal(set) var remarks: [String] = []
}
