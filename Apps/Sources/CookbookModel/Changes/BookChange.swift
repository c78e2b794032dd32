import Foundation
import SwiftData

/// The changes of one transaction to the book. A change that lists nothing stands for any change, such
/// as a restored backup.
public struct BookChange: Codable, Equatable, Sendable {
  public var inserted: [ChangedObject] = []
  public var updated: [ChangedObject] = []
  public var deleted: [ChangedObject] = []
}

/// An object that was saved: the name of its entity, and its key among that entity.
public struct ChangedObject: Codable, Equatable, Sendable {
  public var entity: String
  public var id: String
}

extension BookChange {
  init(_ transaction: DefaultHistoryTransaction) {
    for change in transaction.changes {
      let object = ChangedObject(change.changedPersistentIdentifier)
      switch change {
      case .insert: inserted.append(object)
      case .update: updated.append(object)
      case .delete: deleted.append(object)
      }
    }
  }
}

extension ChangedObject {
  /// The public part of a persistent identifier, which is what it encodes.
  init(_ identifier: PersistentIdentifier) {
    let encoded = try? JSONEncoder().encode(identifier)
    let key = encoded.flatMap { try? JSONDecoder().decode(EncodedIdentifier.self, from: $0) }
    self.init(entity: identifier.entityName, id: key?.implementation.primaryKey ?? "")
  }

  private struct EncodedIdentifier: Decodable {
    struct Implementation: Decodable {
      var primaryKey: String
    }

    var implementation: Implementation
  }
}
