package import Foundation
import Logging
public import PerennialRecords
import PerennialReplication

/// The sync of a store with a zone of a hub.
///
/// ```swift
/// await engine.start()
/// Text("\(engine.status.pendingUploads) to send")
/// try await engine.synchronize()
/// ```
///
/// The engine sends each change soon after it was saved, and receives those of other devices soon after the
/// hub has them. After a failure it tries again, at longer and longer intervals. When all is exchanged it
/// waits for the hub's word, and sends nothing.
///
/// A started engine stays alive until ``stop()``.
public actor SyncEngine {
  /// The state of the sync, for views and tasks.
  public nonisolated let status = SyncStatus()

  let storage: any SyncStorage
  /// The transactions of the storage.
  let queue = WorkQueue("perennial.sync.store")
  let transport: any HubTransport
  let clock: any Clock<Duration>
  let date: @Sendable () -> Date
  let monitor: (any NetworkMonitor)?
  let log: Logger

  /// The state of the exchange, which decides on all activities.
  var state: EngineState
  /// The random numbers for the intervals between attempts to listen.
  var random: SplitMix64
  var isStarted = false
  /// `true` while a start has not come to the first exchange.
  var isStarting = false
  var pauses: Set<PauseReason> = []
  var allowsMeteredNetworks = true
  var network = NetworkConditions()
  /// The number of starts and ends of the exchange. The result of an activity before the last one is ignored.
  var epoch = 0

  /// The tasks of the exchange, by their numbers. A task removes itself at its end.
  var tasks: [Int: Task<Void, Never>] = [:]
  var lastTask = 0
  var activityTask: Int?
  var timerTask: Int?
  var listenTask: Int?
  /// The tasks that observe the store and the network. They live from the start to the stop.
  var observers: [Task<Void, Never>] = []

  var progress = SyncProgress()
  var position = ReplicaPosition()
  var mustCount = true
  /// The time of the app's last save.
  var lastSave: ContinuousClock.Instant?
  /// The assets that rows should show and whose bytes are missing.
  var missingAssets: Set<RecordAsset> = []
  /// The times before which assets that the hub did not have are not requested again.
  var absentAssets: [RecordAsset: Date] = [:]
  var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
  var lastWaiter = 0
  var listening = Listening()

  /// Creates the engine of a store.
  ///
  /// - Parameters:
  ///   - storage: The store. An engine is the only one of its store.
  ///   - transport: The requests to the hub.
  ///   - monitor: The device's network; nil for one that is always there and not metered.
  ///   - clock: The clock that measures the time between attempts.
  ///   - date: A closure that returns the present time, for ``SyncProgress/lastContact``.
  ///   - seed: The first of the random numbers that distribute attempts of several devices over time.
  package init(
    storage: some SyncStorage, transport: any HubTransport,
    monitor: (any NetworkMonitor)? = nil, clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Date = { Date() },
    seed: UInt64 = .random(in: 0 ... .max)
  ) {
    self.storage = storage
    self.transport = transport
    self.monitor = monitor
    self.clock = clock
    self.date = date
    state = EngineState(seed: seed)
    random = SplitMix64(seed: ~seed)
    log = Logger(label: "perennial.sync")
  }

  // MARK: Start and stop

  /// Starts the engine. It exchanges all changes, and continues with later ones.
  public func start() async {
    guard !isStarted else { return }
    isStarted = true
    isStarting = true
    defer { isStarting = false }
    await finishTasks()
    guard isStarted, observers.isEmpty else { return }
    let changes = storage.localChanges
    observers = [Task { await follow(changes) }]
    if let monitor {
      let conditions = monitor.conditions
      observers.append(Task { for await network in conditions { await use(network) } })
    }
    await rewriteLateRows()
    await refreshStatus()
    await followPauses()
    settleWaiters()
  }

  /// Shows what another version of the app has left out, also without a network. The engine sends nothing before.
  private func rewriteLateRows() async {
    do throws(SyncError) {
      while isStarted, !pauses.contains(.syncedElsewhere) {
        let (isLeft, overview) = try await storing { try $0.rewriteLateRows() }
        note(overview)
        publish()
        if !isLeft { return }
      }
    } catch {
      noteFailedTransaction(error)
    }
  }

  /// Stops the engine. A request under way is cancelled, a transaction under way is completed before the
  /// function returns. The store keeps all changes, and a later start continues.
  public func stop() async {
    isStarted = false
    endExchange()
    failWaiters(.stopped)
    publish()
    let ending = observers + tasks.values
    observers = []
    for task in ending { task.cancel() }
    for task in ending { await task.value }
  }

  // MARK: Pauses

  /// Pauses the engine until ``resume()``, for example while the app's offline switch is on.
  public func pause() async { await pause(for: .userPaused) }

  /// Ends the pause that ``pause()`` began.
  public func resume() async {
    await endPause(for: .userPaused)
  }

  /// Tries again after a refusal of the hub, for example after a new sign-in or with another role.
  public func retry() async {
    pauses = pauses.filter { !$0.isRefusal }
    if state.refusal != nil {
      endExchange()
      await finishTasks()
    }
    await followPauses()
  }

  /// Pauses the engine for a reason, beside others.
  package func pause(for reason: PauseReason) async {
    pauses.insert(reason)
    await followPauses()
  }

  /// Removes a reason to pause. The engine continues if there are no others.
  package func endPause(for reason: PauseReason) async {
    pauses.remove(reason)
    if reason == .syncedElsewhere { await rewriteLateRows() }
    await followPauses()
  }

  /// Allows or forbids exchange over metered networks, such as mobile ones. It is allowed from the beginning.
  public func setAllowsMeteredNetworks(_ allows: Bool) async {
    allowsMeteredNetworks = allows
    await use(network)
  }

  /// Takes the properties of the present network.
  func use(_ network: NetworkConditions) async {
    let wasReachable = self.network.isReachable
    self.network = network
    pauses.remove(.metered)
    pauses.remove(.noNetwork)
    if !network.isReachable { pauses.insert(.noNetwork) }
    if network.isReachable, network.isMetered, !allowsMeteredNetworks { pauses.insert(.metered) }
    if network.isReachable != wasReachable { reach(network.isReachable) }
    await followPauses()
  }

  /// Interrupts the requests, or continues. A pause that the hub has asked for stays.
  private func reach(_ isReachable: Bool) {
    if isReachable {
      if state.isListening { listen() }
    } else {
      failWaiters(.paused(.noNetwork))
      endListening()
      activityTask.map { tasks[$0]?.cancel() }
    }
    handle(.reachability(isReachable))
  }

  /// Starts or ends the exchange, as ``pauses`` ask for it.
  func followPauses() async {
    publish()
    guard isStarted, mayRun else {
      guard state.isRunning else { return }
      endExchange()
      if let pause = pauses.first { failWaiters(.paused(pause)) }
      publish()
      return await finishTasks()
    }
    guard !state.isRunning else { return }
    await finishTasks()
    guard isStarted, mayRun, !state.isRunning else { return }
    epoch += 1
    listening = Listening()
    mustCount = true
    absentAssets = [:]
    handle(.start)
  }

  /// `true` if no reason stops the exchange. Without a network it continues by itself when there is one.
  private var mayRun: Bool { pauses.isSubset(of: [.noNetwork]) }

  /// Ends the exchange, and cancels its tasks.
  func endExchange() {
    epoch += 1
    _ = state.handle(.stop)
    (activityTask, timerTask, listenTask) = (nil, nil, nil)
    for task in tasks.values { task.cancel() }
  }

  // MARK: Questions

  /// Returns the reason why a record is not the same on the device and on the hub; nil if it is.
  ///
  /// ```swift
  /// let reason = try await engine.reason(for: .object(key: 17))
  /// if case .refused(let cause) = reason { print("The hub has refused the object: \(cause)") }
  /// ```
  ///
  /// - Throws: ``SyncError/store(_:)``.
  public func reason(for name: RecordName) async throws(SyncError) -> UnsyncedReason? {
    let (pause, isReadOnly) = (pauses.first, state.refusal != nil)
    return try await storing {
      try $0.unsyncedReason(for: name, pause: pause, isReadOnly: isReadOnly)
    }
  }

  // MARK: Tasks

  /// Begins a task. All tasks have ended when ``stop()`` returns.
  func spawn(_ work: @escaping @Sendable () async -> Void) -> Int {
    lastTask += 1
    let number = lastTask
    tasks[number] = Task {
      await work()
      tasks[number] = nil
    }
    return number
  }

  /// Waits for the tasks of the exchange, which were cancelled.
  private func finishTasks() async {
    while let task = tasks.values.first { await task.value }
  }
}
