/// A reason for which an engine exchanges nothing, although it was started.
///
/// If there are several, ``SyncProgress/pause`` is the first of them in this order.
///
/// ```swift
/// switch sync.status.pause {
/// case .signedOut, .unauthorized: print("Sign in to sync.")
/// case .otherAccount: print("The store has the data of another account.")
/// case let reason?: print("Paused: \(reason.rawValue)")
/// case nil: break
/// }
/// ```
public enum PauseReason: String, CaseIterable, Hashable, Sendable {
  /// No device token of the hub is stored. Sign in, then call ``SyncEngine/retry()``.
  case signedOut
  /// The store has the data of another account than the device, and they are never mixed.
  /// ``StoreSync/replaceAccount()`` or ``StoreSync/signOut(removingData:)`` continues.
  case otherAccount
  /// The store was erased, and has left its account, which still has its objects. ``StoreSync/rejoin()`` brings
  /// them back.
  case erased
  /// The hub does not accept the device token: it was revoked, or its account was deleted. Sign in again, then
  /// call ``SyncEngine/retry()``.
  case unauthorized
  /// The hub does not allow this device to read the zone. Ask for another role, then call ``SyncEngine/retry()``.
  case forbidden
  /// The hub does not serve this version of the protocol. Update the app or the hub.
  case upgradeRequired
  /// The hub cannot read a request of this device. ``SyncProgress/lastError`` has its answer.
  case badRequest
  /// Another process synchronises the store.
  case syncedElsewhere = "notOwner"
  /// The app has called ``SyncEngine/pause()``.
  case userPaused
  /// The network is metered, and the app does not allow its use.
  case metered
  /// There is no network.
  case noNetwork

  /// The former name of ``syncedElsewhere``.
  @available(*, deprecated, renamed: "syncedElsewhere")
  public static var notOwner: PauseReason { .syncedElsewhere }

  /// `true` if the hub, the sign-in or the account of the store is the cause. The engine tries again after ``SyncEngine/retry()``.
  var isRefusal: Bool {
    switch self {
    case .signedOut, .otherAccount, .erased, .unauthorized, .forbidden, .upgradeRequired,
      .badRequest:
      true
    case .syncedElsewhere, .userPaused, .metered, .noNetwork: false
    }
  }
}

extension Set<PauseReason> {
  /// The most important reason.
  var first: PauseReason? { PauseReason.allCases.first { contains($0) } }
}
