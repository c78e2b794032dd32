import Foundation
import SwiftData
import Testing

/// The `userInfo` of the notification `ModelContext.didSave`: its keys, and the identifiers under them.
@Suite("Conformance: NotificationKey")
struct NotificationKeyConformance {
  @Test("The keys are strings")
  func keys() {
    let keys: [ModelContext.NotificationKey] = [
      .queryGeneration, .invalidatedAllIdentifiers, .insertedIdentifiers, .updatedIdentifiers,
      .deletedIdentifiers, .historyTokens,
    ]
    #expect(Set(keys.map(\.rawValue)).count == keys.count)
    #expect(ModelContext.NotificationKey.insertedIdentifiers.rawValue == "insertedIdentifiers")
  }

  @Test("What a save carries", arguments: Stage.allCases)
  func contents(stage: Stage) throws {
    try stage.with { context in
      let (kept, gone, new) = (Summit("kept"), Summit("gone"), Summit("new"))
      try context.add(kept, gone)
      nonisolated(unsafe) var information: [AnyHashable: Any] = [:]
      let observer = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: context, queue: nil
      ) { information = $0.userInfo ?? [:] }
      defer { NotificationCenter.default.removeObserver(observer) }
      kept.height = 1
      context.delete(gone)
      try context.add(new)
      func identifiers(_ key: ModelContext.NotificationKey) -> Set<PersistentIdentifier> {
        let value = information[key.rawValue]
        return value as? Set<PersistentIdentifier>
          ?? Set(value as? [PersistentIdentifier] ?? [])
      }
      #expect(identifiers(.insertedIdentifiers) == [new.persistentModelID])
      #expect(identifiers(.updatedIdentifiers) == [kept.persistentModelID])
      #expect(identifiers(.deletedIdentifiers) == [gone.persistentModelID])
      deviation("The values are arrays, and tokens come by store") {
        let key = ModelContext.NotificationKey.updatedIdentifiers.rawValue
        #expect(information[key] is [PersistentIdentifier])
        let tokens = information[ModelContext.NotificationKey.historyTokens.rawValue]
        #expect((tokens as? [String: any HistoryToken])?.count == 1)
      }
    }
  }
}
