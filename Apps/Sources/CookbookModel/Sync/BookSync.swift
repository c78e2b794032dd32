public import Foundation
public import PerennialSync
import SwiftData
import Synchronization

/// The sync of a book with a hub: its state, the sign-in of this device, and the conflicts.
public final class BookSync: Sendable {
  /// The time between two updates of the state that pages show.
  private static let interval: Duration = .milliseconds(100)
  /// The time after which the answer of the hub is late.
  private static let patience: Duration = .seconds(10)

  private let hub: BookHub
  let engine: StoreSync
  let account: HubAccount
  let container: ModelContainer
  let starters: StarterRecipes
  let writer: RecipeWriter
  private let changes: BookChanges
  private let shown: Mutex<BookSyncStatus>
  private let code = Mutex<PairingCode?>(nil)
  private let watching = Mutex<[Task<Void, Never>]>([])

  init(
    hub: BookHub, engine: StoreSync, of container: ModelContainer, writer: RecipeWriter,
    starters: StarterRecipes, changes: BookChanges
  ) {
    (self.hub, self.engine, self.container) = (hub, engine, container)
    (self.writer, self.starters, self.changes) = (writer, starters, changes)
    account = engine.account
    shown = Mutex(
      BookSyncStatus(
        engine.status.progress, isSignedIn: (try? engine.account.credentials) != nil))
    let updates = engine.status.updates
    let showing = Task { [weak self] in
      for await progress in updates {
        guard let self else { return }
        await self.show(progress)
        try? await Task.sleep(for: Self.interval)
      }
    }
    watching.withLock { $0 = [showing, Self.decideRatings(engine, writer)] }
  }

  deinit { watching.withLock { $0.forEach { $0.cancel() } } }

  // MARK: State

  /// The address of the hub.
  public var address: URL { hub.hub.url }

  /// The name by which the cook recognises this device.
  public var deviceName: String { hub.deviceName }

  /// The present state. Needs no waiting, because every page shows it.
  public var status: BookSyncStatus { shown.withLock { $0 } }

  /// The time of the hub's last answer.
  public var lastContact: Date? { engine.status.lastContact }

  /// The pairing code that was made last, as long as it can be used.
  public var pairingCode: PairingCode? {
    code.withLock { $0.flatMap { $0.expires > Date() ? $0 : nil } }
  }

  func note(_ made: PairingCode) { code.withLock { $0 = made } }

  func forgetPairingCode() { code.withLock { $0 = nil } }

  private func show(_ progress: SyncProgress) async {
    var status = BookSyncStatus(progress, isSignedIn: isSignedIn)
    // At the first import all recipes are new to the hub, and a badge would say nothing.
    if status.isImported, status.pending > 0 {
      status.unsent = (try? await unsentRecipes()) ?? self.status.unsent
    }
    if progress.conflicts > 0 { status.take((try? await conflicts()) ?? []) }
    present(status)
  }

  /// Reads the conflicts again, for the pages that show them.
  func showConflicts() async throws {
    var status = status
    status.take(try await conflicts())
    present(status)
  }

  /// Shows the state of this moment, so that the next page has the effect of a button.
  func showNow() async { await show(engine.status.progress) }

  private func present(_ status: BookSyncStatus) {
    let isNew = shown.withLock { shown in
      defer { shown = status }
      return shown != status
    }
    if isNew { changes.tell(BookChange()) }
  }

  /// Returns the recipes with changes that were not sent, in themselves, their ingredients or their log.
  private func unsentRecipes() async throws -> Set<UUID> {
    let objects = try await engine.unsyncedObjects(limit: 1000)
    let context = ModelContext(container)
    let recipes = try context.fetch(
      FetchDescriptor<Recipe>(predicate: #Predicate { objects.contains($0.persistentModelID) }))
    let lines = try context.fetch(
      FetchDescriptor<Ingredient>(predicate: #Predicate { objects.contains($0.persistentModelID) }))
    let log = try context.fetch(
      FetchDescriptor<CookingLogEntry>(
        predicate: #Predicate { objects.contains($0.persistentModelID) }))
    return Set((recipes + lines.compactMap(\.recipe) + log.compactMap(\.recipe)).map(\.uid))
  }

  // MARK: Pauses

  /// Turns the offline switch on or off. It is off when the book is opened.
  public func setOffline(_ isOffline: Bool) async {
    if isOffline { await engine.pause() } else { await engine.resume() }
    await showNow()
  }

  /// Tries again after a refusal of the hub, or after the book was erased.
  ///
  /// - Throws: ``BookError/hubRefused(_:)``; ``BookError/hubUnreachable(_:)``.
  public func retry() async throws {
    if engine.status.pause == .erased {
      try await asking { [engine] in try await engine.rejoin() }
    } else {
      await engine.retry()
    }
  }

  /// Waits for a request to the hub, up to ten seconds.
  func asking<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    do {
      return try await withThrowingTaskGroup(of: Result.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await body() }
        group.addTask {
          try await Task.sleep(for: Self.patience)
          let seconds = Self.patience.components.seconds
          throw BookError.hubUnreachable("No answer arrived within \(seconds) seconds.")
        }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
      }
    } catch {
      throw BookError(hub: error)
    }
  }
}
