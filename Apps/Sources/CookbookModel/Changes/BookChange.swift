import Foundation
import SwiftData

/// What one save did to the book.
public struct BookChange: Codable, Equatable, Sendable {
  public var inserted: [ChangedObject]
  public var updated: [ChangedObject]
  public var deleted: [ChangedObject]
}

/// An object that was saved: the name of its entity, and its key among that entity.
public struct ChangedObject: Codable, Equatable, Sendable {
  public var entity: String
  public var id: String
}

extension BookChange {
  /// Reads the change out of a `ModelContext.didSave` notification.
  init(_ notification: Notification) {
    self.init(
      inserted: Self.objects(.insertedIdentifiers, in: notification),
      updated: Self.objects(.updatedIdentifiers, in: notification),
      deleted: Self.objects(.deletedIdentifiers, in: notification)
    )
  }

  private static func objects(
    _ key: ModelContext.NotificationKey,
    in notification: Notification
  ) -> [ChangedObject] {
    let identifiers = notification.userInfo?[key.rawValue] as? [PersistentIdentifier] ?? []
    return identifiers.map(ChangedObject.init)
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
