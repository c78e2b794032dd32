import SwiftData

@testable import Fixtures

// The app of `PreloadAndResetTests`: a pantry with default content.

enum PantryAisle: String, Codable, CaseIterable {
  case dry, fresh, frozen
}

@Model
final class PantryShelf {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \PantryItem.shelf) var items: [PantryItem] = []

  init(name: String, items: [PantryItem] = []) {
    self.name = name
    self.items = items
  }
}

@Model
final class PantryItem {
  @Attribute(.unique) var name: String
  var amount: Int
  var aisle: PantryAisle
  var tags: [String] = []
  var shelf: PantryShelf?

  init(name: String, amount: Int = 1, aisle: PantryAisle = .dry) {
    self.name = name
    self.amount = amount
    self.aisle = aisle
  }
}

/// Its only row says that the defaults were inserted once, whatever became of them.
@Model
final class PantryLaunch {
  @Attribute(.unique) var key = "first"
  init() {}
}

enum PantryError: Error {
  case notOpened(because: any Error)
  case notReset(because: any Error)
  case notRestored(because: any Error)
}

typealias PantryDefaults = @MainActor () throws -> [PantryShelf]

@MainActor
func pantryDefaults() -> [PantryShelf] {
  [
    PantryShelf(
      name: "Top",
      items: [PantryItem(name: "Rice", amount: 2), PantryItem(name: "Lentils")]
    ),
    PantryShelf(
      name: "Fridge",
      items: [PantryItem(name: "Milk", amount: 3, aisle: .fresh)]
    ),
    PantryShelf(name: "Empty"),
  ]
}

/// Owns the container and the default content.
@MainActor
final class PantryManager {
  let container: ModelContainer
  private let defaults: PantryDefaults

  var context: ModelContext { container.mainContext }

  init(
    _ configuration: ModelConfiguration,
    defaults: @escaping PantryDefaults = pantryDefaults
  ) throws(PantryError) {
    self.defaults = defaults
    do {
      container = try ModelContainer(
        for: PantryShelf.self,
        PantryLaunch.self,
        configurations: configuration
      )
      try insertDefaultsAtFirstLaunch()
    } catch {
      throw .notOpened(because: error)
    }
  }

  private func insertDefaultsAtFirstLaunch() throws {
    guard try context.fetchCount(FetchDescriptor<PantryLaunch>()) == 0 else { return }
    try context.transaction {
      context.insert(PantryLaunch())
      for shelf in try defaults() { context.insert(shelf) }
    }
  }

  /// Everything goes and the defaults come back, in one transaction.
  func reset() throws(PantryError) {
    do {
      try context.transaction {
        try context.delete(model: PantryShelf.self)
        try context.delete(model: PantryItem.self)
        for shelf in try defaults() { context.insert(shelf) }
      }
    } catch {
      context.rollback()
      throw .notReset(because: error)
    }
  }

  /// Empties all tables with the container's own eraser.
  func eraseAndReload() throws(PantryError) {
    do {
      try container.erase()
      try insertDefaultsAtFirstLaunch()
    } catch {
      throw .notReset(because: error)
    }
  }

  func items() throws -> [PantryItem] {
    try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\PantryItem.name)]))
  }

  var counts: [Int] {
    get throws {
      [
        try context.fetchCount(FetchDescriptor<PantryShelf>()),
        try context.fetchCount(FetchDescriptor<PantryItem>()),
        try context.fetchCount(FetchDescriptor<PantryLaunch>()),
      ]
    }
  }
}

/// The variant that takes a copy of the store first, and puts it back if the reset fails.
@MainActor
final class BackedUpPantry {
  private(set) var container: ModelContainer
  let url: URL
  private var backup: URL { url.appendingPathExtension("backup") }

  init(url: URL) throws {
    self.url = url
    container = try Self.open(url)
  }

  private static func open(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: PantryShelf.self,
      PantryLaunch.self,
      configurations: ModelConfiguration(url: url)
    )
  }

  func reset(defaults: PantryDefaults) throws(PantryError) {
    do {
      try copyStore(from: url, to: backup)
      try container.erase()
      let context = container.mainContext
      for shelf in try defaults() { context.insert(shelf) }
      try context.save()
    } catch {
      try putBack()
      throw .notReset(because: error)
    }
  }

  private func putBack() throws(PantryError) {
    do {
      try copyStore(from: backup, to: url)
      container = try Self.open(url)
    } catch {
      throw .notRestored(because: error)
    }
  }

  private func copyStore(from source: URL, to destination: URL) throws {
    let files = FileManager.default
    for suffix in ["", "-wal", "-shm"] {
      let (from, to) = (URL(fileURLWithPath: source.path + suffix), destination.path + suffix)
      if files.fileExists(atPath: to) { try files.removeItem(atPath: to) }
      guard files.fileExists(atPath: from.path) else { continue }
      try files.copyItem(at: from, to: URL(fileURLWithPath: to))
    }
  }
}

/// A list that follows the saves of its context, as a view would.
@MainActor
final class PantryList {
  private(set) var names: [String] = []
  private(set) var updates = 0
  private var token: (any NSObjectProtocol)?
  private let context: ModelContext

  init(_ context: ModelContext) throws {
    self.context = context
    try reload()
    token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave,
      object: context,
      queue: nil
    ) { [weak self] _ in
      MainActor.assumeIsolated { try? self?.reload() }
    }
  }

  private func reload() throws {
    names = try context.fetch(
      FetchDescriptor(sortBy: [SortDescriptor(\PantryItem.name)])
    ).map(\.name)
    updates += 1
  }

  func close() {
    if let token { NotificationCenter.default.removeObserver(token) }
  }
}
