import Foundation
import PerennialSync
import SwiftData
import Testing

@Model final class SealedCounter {
  @Attribute(.counter, .allowsCloudEncryption) var count = 0
  init() {}
}

@Model final class SealedUnique {
  @Attribute(.unique, .allowsCloudEncryption) var code = ""
  init() {}
}

@Model final class SealedGroup {
  #Unique<SealedGroup>([\.row, \.seat])
  var row = ""
  @Attribute(.allowsCloudEncryption) var seat = ""
  init() {}
}

@Model final class SealedPhoto {
  @Attribute(.externalStorage, .allowsCloudEncryption) var photo: Data?
  init() {}
}

@Model final class OpenNumber {
  @Attribute(.unique) var number = 0
  var text = ""
  init() {}
}

@Suite("Attributes that cannot be sealed", .serialized)
struct SealingRegistrationTests {
  private func open(_ model: any PersistentModel.Type, _ sealing: Sealing) throws {
    let zone = "iCloud.\(UUID().uuidString)"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(zone)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = try #require(URL(string: "http://127.0.0.1:9"))
    try SyncHub.register(
      SyncHub(url: url, credentials: FileCredentialStore(in: folder)), for: zone, sealing: sealing)
    _ = try ModelContainer(
      for: Schema([model]),
      configurations: ModelConfiguration(
        zone, isStoredInMemoryOnly: true, cloudKitDatabase: .private(zone)))
  }

  private static let refused: [(any PersistentModel.Type, String, SealedDataError.Reason)] = [
    (SealedCounter.self, "count", .counter), (SealedUnique.self, "code", .unique),
    (SealedGroup.self, "seat", .unique), (SealedPhoto.self, "photo", .externalStorage),
  ]

  @Test("The container of a model with such an attribute is not opened", arguments: 0..<4)
  func refused(number: Int) throws {
    let (model, attribute, reason) = Self.refused[number]
    let expected = SealedDataError.cannotSeal(
      entity: "\(model)", attribute: attribute, reason: reason)
    #expect(throws: expected) { try open(model, .markedAttributes) }
    #expect(expected.localizedDescription.contains("\(model).\(attribute)"))
  }

  @Test("All attributes are sealed, or all but those that are named")
  func all() throws {
    #expect(
      throws: SealedDataError.cannotSeal(
        entity: "OpenNumber", attribute: "number", reason: .unique)
    ) { try open(OpenNumber.self, .allAttributes()) }
    try open(OpenNumber.self, .allAttributes(except: ["OpenNumber.number"]))
    try open(OpenNumber.self, .markedAttributes)
  }
}
