import Foundation
import SwiftData
import Testing

/// Configurations: their initialisers, names and locations, groups and cloud databases.
///
/// Checks that each initialiser yields the name, URL and options that it was given. `ModelConfiguration`
/// is a `DataStoreConfiguration` whose store is `DefaultStore`.
@Suite("Conformance: ModelConfiguration")
struct ModelConfigurationConformance {
  @Test("Every initialiser, and what it gives")
  func initialisers() throws {
    let plain = ModelConfiguration()
    #expect(plain.url.lastPathComponent == "default.store")
    #expect(plain.name == "default")
    #expect(plain.allowsSave)
    #expect(!plain.isStoredInMemoryOnly)
    #expect(plain.id == plain.url)
    #expect(ModelConfiguration("Trips").url.lastPathComponent == "Trips.store")

    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    #expect(memory.isStoredInMemoryOnly)
    #expect(memory.url.path == "/dev/null")

    let some = ModelConfiguration(for: Summit.self, isStoredInMemoryOnly: true)
    #expect(some.schema?.entities.map(\.name) == ["Summit"])

    let full = ModelConfiguration(
      "full", schema: Schema([Summit.self]), isStoredInMemoryOnly: false, allowsSave: false,
      groupContainer: .none, cloudKitDatabase: .none)
    #expect(full.name == "full")
    #expect(!full.allowsSave)
    #expect(full.groupAppContainerIdentifier == nil)
    #expect(full.cloudKitContainerIdentifier == nil)

    let url = URL(fileURLWithPath: "/tmp/x.store")
    let placed = ModelConfiguration(
      "placed", schema: nil, url: url, allowsSave: true, cloudKitDatabase: .automatic)
    #expect(placed.url == url)
    #expect(!placed.debugDescription.isEmpty)
    try placed.validate()
  }

  @Test("Group containers and cloud databases")
  func choices() {
    let automatic: ModelConfiguration.GroupContainer = .automatic
    let databases: [ModelConfiguration.CloudKitDatabase] = [
      .automatic, .none, .private("iCloud.example"),
    ]
    let configuration = ModelConfiguration(
      "a", groupContainer: .identifier("group.example"), cloudKitDatabase: databases[2])
    _ = (configuration.groupContainer, configuration.cloudKitDatabase, automatic)
    deviation("The group's name is a directory; off Apple's platforms there are no entitlements") {
      #expect(configuration.groupAppContainerIdentifier == "group.example")
      #expect(configuration.url.path.contains("group.example"))
    }
  }

  @Test("It is the configuration of the default store")
  func store() {
    #expect(ModelConfiguration.Store.self == DefaultStore.self)
    let one = ModelConfiguration(isStoredInMemoryOnly: true)
    #expect(Set([one, one]).count == 1)
  }
}
