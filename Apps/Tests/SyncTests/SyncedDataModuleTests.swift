import Foundation
import PerennialSync
import SwiftData
import SyncTesting
import Testing

// The module of `DataModuleTests` is not changed. The difference between an app without sync and one with it:
//
//   +import PerennialSync
//   +try SyncHub.register(hub, for: "iCloud.com.example.memos")
//   -let provider = try MemoProvider(ModelConfiguration(url: url))
//   +let provider = try MemoProvider(
//   +  ModelConfiguration(url: url, cloudKitDatabase: .private("iCloud.com.example.memos")))
@Suite("UC2 A data module becomes synced", .serialized, .timeLimit(.minutes(1)))
struct SyncedDataModuleTests {
  private func launch(_ folder: URL, _ address: URL) throws -> MemoProvider {
    let hub = try SyncHub(url: address, credentials: FileCredentialStore(in: folder))
    let url = folder.appendingPathComponent("memos.store")
    try SyncHub.register(hub, for: "iCloud.com.example.memos")
    return try MemoProvider(
      ModelConfiguration(url: url, cloudKitDatabase: .private("iCloud.com.example.memos")))
  }

  @Test("A memo that one device's handler creates is found by the handler of another one")
  @MainActor
  func handlers() async throws {
    try await withHub { running in
      let address = try await running.address
      var providers: [MemoProvider] = []
      for name in ["phone", "tablet"] {
        let folder = running.file(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let provider = try launch(folder, address)
        let code = try await running.pairingCode()
        try await provider.container.sync?.signIn(code: code, deviceName: name)
        providers.append(provider)
      }
      let handlers = [
        await providers[0].handlerFactory()(), await providers[1].handlerFactory()(),
      ]
      let inbox = try await handlers[0].createFolder("Inbox")
      let id = try await handlers[0].create(title: "Milk", in: inbox)
      let context = providers[1].container.mainContext
      let hasArrived = try await eventually { try await handlers[1].count() == 1 }
      #expect(hasArrived)
      let memo = try #require(try context.fetch(FetchDescriptor<Memo>()).first)
      #expect(memo.title == "Milk" && memo.folder?.name == "Inbox")
      try await handlers[1].update(memo.persistentModelID, text: "two litres")
      let hasText = await eventually { await handlers[0].text(id) == "two litres" }
      #expect(hasText)
      try await handlers[0].delete(id)
      let isGone = try await eventually { try await handlers[1].count() == 0 }
      #expect(isGone)
    }
  }
}
