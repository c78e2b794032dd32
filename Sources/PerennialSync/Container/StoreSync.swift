import Perennial
import PerennialReplication

/// The sync of a container's store with a zone of a hub.
///
/// ```swift
/// try await container.sync?.signIn(code: code, deviceName: "Ann's phone")
/// Text("\(container.sync?.status.pendingUploads ?? 0) to send")
/// ```
///
/// It begins when the container is opened, and ends when the container is released. Of several containers of one
/// store, in this process or in others, one syncs it. The others are paused with ``PauseReason/syncedElsewhere``, and
/// one of them takes over when the first is released.
///
/// ## Topics
///
/// ### Status
/// - ``status``
/// - ``synchronize()``
/// - ``unsyncedObjects(limit:)``
/// - ``unsyncedReason(for:)``
///
/// ### Conflicts
/// - ``conflicts()``
/// - ``resolve(_:keeping:)``
/// - ``resolveConflicts(isolation:by:)``
///
/// ### Pauses
/// - ``pause()``
/// - ``resume()``
/// - ``retry()``
/// - ``setAllowsMeteredNetworks(_:)``
///
/// ### Accounts
/// - ``account``
/// - ``signIn(code:deviceName:)``
/// - ``signOut(removingData:)``
/// - ``replaceAccount()``
/// - ``rejoin()``
public final class StoreSync: Sendable {
  /// This device's sign-in on the hub.
  public let account: HubAccount
  let engine: SyncEngine
  let storage: StoreStorage
  /// The account of the store, whose requests alone are sent.
  let owner: StoreOwner
  /// The app's transactions on the store.
  let queue: WorkQueue
  private let lease: StoreLease?
  /// The start of the engine, up to its first exchange.
  private let start: Task<Void, Never>
  /// The time until the store's engine in another container has ended.
  private let takeover: Task<Void, Never>
  #if SealedSync
  /// The keys of sealed values; nil if the hub was registered without sealing.
  let session: SealingSession?
  /// The rounds of scrypt for recovery phrases.
  let recoveryRounds: Int
  #endif

  /// Begins to sync a store of a container.
  ///
  /// - Throws: The errors of ``StoreStorage`` and ``StoreLease``; ``SyncHubError/invalidZone(_:)``;
  ///   `SealedDataError.cannotSeal`.
  init(
    _ container: ModelContainer, store number: Int, _ registration: SyncHub.Registration,
    zone: String
  ) throws {
    let hub = registration.hub
    #if SealedSync
    session = registration.sealing.map { _ in SealingSession(hub, zone: zone) }
    recoveryRounds = (registration.sealing?.recoveryCost ?? .standard).rawValue
    let storage = try StoreStorage(
      container, store: number, sealer: session,
      sealedAttributes: { try registration.sealing?.attributes(of: $0) ?? [] })
    #else
    let storage = try StoreStorage(container, store: number)
    #endif
    let queue = WorkQueue("perennial.sync.app")
    let owner = StoreOwner(of: storage, queue)
    let transport = try HTTPTransport(hub, zone: zone) { try await owner.admit($0) }
    #if canImport(Network)
    let engine = SyncEngine(storage: storage, transport: transport, monitor: NetworkPath())
    #else
    let engine = SyncEngine(storage: storage, transport: transport)
    #endif
    let lease = storage.path.map { StoreLease(storePath: $0) }
    (self.storage, self.queue, self.owner) = (storage, queue, owner)
    (account, self.engine, self.lease) = (hub.account, engine, lease)
    let isOwner = try lease?.acquire() ?? true
    let start = Task {
      if !isOwner { await engine.pause(for: .syncedElsewhere) }
      await engine.start()
    }
    self.start = start
    takeover = Task {
      await start.value
      guard !isOwner, await Self.takeOver(lease) else { return }
      await engine.endPause(for: .syncedElsewhere)
    }
  }

  deinit {
    start.cancel()
    takeover.cancel()
    Task { [takeover, engine, lease] in
      await takeover.value
      await engine.stop()
      lease?.release()
    }
  }

  /// Waits until no other engine syncs the store. Returns `false` if the task was cancelled.
  private static func takeOver(_ lease: StoreLease?) async -> Bool {
    // A container that was released in this process needs a moment to end its requests.
    var interval = Duration.milliseconds(50)
    repeat {
      guard (try? await Task.sleep(for: interval)) != nil else { return false }
      interval = min(interval * 2, .seconds(5))
    } while (try? lease?.acquire()) != true
    return true
  }

  // MARK: Status

  /// The state of the sync, for views and tasks.
  public var status: SyncStatus { engine.status }

  /// Waits until all changes are exchanged.
  ///
  /// ```swift
  /// do {
  ///   let conflicts = try await sync.synchronize()
  ///   print("\(conflicts.count) new conflicts")
  /// } catch SyncError.paused(.signedOut) {
  ///   print("Sign in first.")
  /// }
  /// ```
  ///
  /// - Returns: The conflicts that this device has noted meanwhile. They stay among ``conflicts()`` until they are
  ///   decided.
  /// - Throws: ``SyncError`` if a failure, a pause or a refusal hinders it. `CancellationError` if the task is
  ///   cancelled.
  @discardableResult
  public func synchronize() async throws -> [SyncConflict] {
    let last = try await conflicts().last?.id ?? 0
    // A program can call this right after it has opened the container.
    await start.value
    try await engine.synchronize()
    return try await conflicts().filter { $0.id > last }
  }

  // MARK: Pauses

  /// Pauses the sync until ``resume()``, for example while the app's offline switch is on.
  ///
  /// ```swift
  /// await sync.pause()
  /// print(sync.status.pause == .userPaused)
  /// await sync.resume()
  /// ```
  public func pause() async { await engine.pause() }

  /// Ends the pause that ``pause()`` began.
  ///
  /// ```swift
  /// if sync.status.pause == .userPaused { await sync.resume() }
  /// ```
  public func resume() async { await engine.resume() }

  /// Tries again after a refusal of the hub.
  ///
  /// ```swift
  /// // Another device has given this one the role `write`.
  /// if sync.status.readOnly != nil { await sync.retry() }
  /// ```
  public func retry() async { await engine.retry() }

  /// Allows or forbids exchange over metered networks, such as mobile ones. It is allowed from the beginning.
  ///
  /// ```swift
  /// await sync.setAllowsMeteredNetworks(false)
  /// if sync.status.pause == .metered { print("Changes are sent when there is another network.") }
  /// ```
  public func setAllowsMeteredNetworks(_ allows: Bool) async {
    await engine.setAllowsMeteredNetworks(allows)
  }
}
