public import PerennialSync

extension BookSync {
  /// `true` if the device has a token of the hub.
  public var isSignedIn: Bool { (try? account.credentials) != nil }

  /// The name of the account that this device is signed in to; nil if it is signed out.
  public var accountName: String? { (try? account.credentials)?.account }

  /// Signs this device in. If the recipes of the book belong to another account, the sync pauses until
  /// ``adoptAccount()``, or until they are deleted by ``signOut(deletingRecipes:)``.
  ///
  /// - Parameters:
  ///   - code: A pairing code of another device, or of the hub's operator.
  ///   - name: The name of this device.
  /// - Throws: ``BookError/hubRefused(_:)``; ``BookError/hubUnreachable(_:)``.
  public func signIn(code: String, deviceName name: String) async throws {
    try await asking { [engine] in try await engine.signIn(code: code, deviceName: name) }
    await showNow()
  }

  /// Gives the recipes of the book to the account that this device is signed in to. The other account keeps its
  /// own.
  ///
  /// - Throws: ``BookError/signedOut``.
  public func adoptAccount() async throws {
    guard isSignedIn else { throw BookError.signedOut }
    try await asking { [engine] in try await engine.replaceAccount() }
  }

  /// Signs this device out, also if the hub does not answer.
  ///
  /// - Parameter isDeleting: `true` to delete the recipes of the book on this device, with all changes that
  ///   were not sent. The hub keeps its own. The book has only the presets afterwards.
  public func signOut(deletingRecipes isDeleting: Bool) async throws {
    do {
      try await engine.signOut(removingData: isDeleting)
      if isDeleting { try await starters.renew() }
    } catch {
      throw BookError(hub: error)
    }
    forgetPairingCode()
    await showNow()
  }

  // MARK: Devices

  /// Returns the devices of the account, this one first.
  public func devices() async throws -> [HubDevice] {
    try await asking { [account] in try await account.devices() }.sorted {
      ($0.isCurrent ? 0 : 1, $1.lastSeen, $0.id) < ($1.isCurrent ? 0 : 1, $0.lastSeen, $1.id)
    }
  }

  /// Makes a code with which another device signs in.
  @discardableResult
  public func makePairingCode() async throws -> PairingCode {
    let made = try await asking { [account] in try await account.makePairingCode() }
    note(made)
    return made
  }

  /// Returns a device of the account.
  ///
  /// - Throws: ``BookError/deviceNotFound(_:)``.
  public func device(_ id: String) async throws -> HubDevice {
    guard let device = try await devices().first(where: { $0.id == id }) else {
      throw BookError.deviceNotFound(id)
    }
    return device
  }

  /// Signs another device out.
  ///
  /// - Throws: ``BookError/deviceNotFound(_:)``, also for this device, which ``signOut(deletingRecipes:)`` signs out.
  public func revoke(_ id: String) async throws {
    let device = try await device(id)
    if device.isCurrent { throw BookError.deviceNotFound(id) }
    try await asking { [account] in try await account.revoke(device) }
  }
}
