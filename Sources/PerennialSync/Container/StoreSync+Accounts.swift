import Perennial

extension StoreSync {
  /// Signs the device in, and begins to exchange changes.
  ///
  /// The objects that the store has are sent. A store that was erased receives the objects of the account. The
  /// data of another account in the store is not mixed with this one: the sync pauses with
  /// ``PauseReason/otherAccount``, and ``replaceAccount()`` or ``signOut(removingData:)`` continues.
  ///
  /// ```swift
  /// try await container.sync?.signIn(code: code, deviceName: "Ann's phone")
  /// ```
  ///
  /// - Parameters:
  ///   - code: A pairing code of another device, or of the hub's operator.
  ///   - name: The name by which the user recognises the device, of 1 to 100 characters.
  /// - Throws: `HubError` if the hub refuses the code; ``HTTPTransportError`` if it has not answered;
  ///   ``CredentialError``; ``SyncError/store(_:)``.
  public func signIn(code: String, deviceName name: String) async throws {
    // Requests with the former token end before there is another one.
    await pauseAll()
    do {
      try await account.signIn(code: code, deviceName: name)
      for sync in sharing { try sync.reloadKeys() }
      try await writing { try $0.rejoin() }
    } catch {
      await retryAll()
      throw error
    }
    await retryAll()
  }

  /// Signs the device out. The hub keeps its objects.
  ///
  /// The token is forgotten also if the hub cannot be reached. The hub accepts it until another device revokes
  /// it.
  ///
  /// The keys of sealed values are forgotten with it. Have the recovery phrase, or another device, before.
  ///
  /// ```swift
  /// // The next user of the device does not see the objects.
  /// try await sync.signOut(removingData: true)
  /// ```
  ///
  /// - Parameter removingData: `true` to delete all objects of the container, also those that were not sent.
  ///   If the container has catalogs, apply them afterwards. With `false` the objects stay, and a later sign-in
  ///   to the same account sends what was not sent.
  /// - Throws: `HubError`; ``CredentialError``; ``SyncError/store(_:)``.
  public func signOut(removingData: Bool = false) async throws {
    await pauseAll()
    do {
      try await account.signOut(evenIfUnreachable: true)
      #if SealedSync
      for sync in sharing { try sync.session?.forget() }
      #endif
      if removingData { try await writing { try $0.erase() } }
    } catch {
      await retryAll()
      throw error
    }
  }

  /// Assigns the store to the account that the device is signed in to, in place of another one. All its objects
  /// are sent to it as if they were made now. The other account keeps its own.
  ///
  /// ```swift
  /// if sync.status.pause == .otherAccount { try await sync.replaceAccount() }
  /// ```
  ///
  /// - Throws: ``SyncError/paused(_:)`` if the device is signed out; ``CredentialError``;
  ///   ``SyncError/store(_:)``.
  public func replaceAccount() async throws {
    guard let name = try account.credentials?.account else { throw SyncError.paused(.signedOut) }
    await engine.pause(for: .otherAccount)
    do {
      try await writing { storage in
        if try !storage.assign(to: name) { try storage.adopt(account: name) }
      }
    } catch {
      await engine.retry()
      throw error
    }
    try reloadKeys()
    await engine.retry()
  }

  /// The former name of ``replaceAccount()``.
  @available(*, deprecated, renamed: "replaceAccount()")
  public func adoptAccount() async throws { try await replaceAccount() }

  /// Syncs the store again after `ModelContainer.erase()`, which has deleted the objects of this device alone.
  /// The objects of the account return.
  ///
  /// ```swift
  /// try container.erase()
  /// try await sync.rejoin()
  /// ```
  ///
  /// - Throws: ``SyncError/store(_:)``.
  public func rejoin() async throws {
    try await writing { try $0.rejoin() }
    await engine.retry()
  }

  /// Reads the keys of the account that the device is signed in to.
  private func reloadKeys() throws {
    #if SealedSync
    try session?.reload()
    #endif
  }

  /// Runs transactions that can change the account of the store.
  private func writing(_ body: @escaping @Sendable (StoreStorage) throws -> Void) async throws {
    defer { owner.forget() }
    do {
      try await queue.run { [storage] in try body(storage) }
    } catch { throw SyncError.store("\(error)") }
  }

  /// The syncs of the container that share the credentials.
  private var sharing: [StoreSync] {
    let syncs = storage.container?.syncs.values.map { $0 } ?? []
    return [self] + syncs.filter { $0 !== self && $0.account.hub.url == account.hub.url }
  }

  private func pauseAll() async {
    for sync in sharing { await sync.engine.pause(for: .signedOut) }
  }

  /// Lets the syncs read the credentials again.
  private func retryAll() async {
    for sync in sharing { await sync.engine.retry() }
  }
}
