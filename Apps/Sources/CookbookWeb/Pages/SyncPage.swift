import CookbookModel
import Foundation
import PerennialSync

/// The page about the sync: its state, the sign-in, and the devices of the account.
struct SyncPage: Page {
  static let template = "sync"

  var frame: PageFrame
  var hub: String
  var account: UserText?
  var badge: SyncBadge
  var lastContact: String?
  var isOffline: Bool
  var canRetry: Bool
  var canAdopt: Bool
  var needsSignIn: Bool
  var isSignedIn: Bool
  var code: String
  var deviceName: String
  var failure: String?
  var devices: [DeviceRow]
  var hasDevices: Bool
  /// The reason why there is no list of devices.
  var devicesMissing: String?
  var pairingCode: PairingCodeRow?

  init(
    _ sync: BookSync, listing: DeviceListing, form: SignInForm, notice: Notice? = nil,
    failure: String? = nil
  ) {
    let status = sync.status
    frame = PageFrame(title: "Sync", notice: notice)
    hub = sync.address.absoluteString
    account = sync.accountName.map(UserText.init)
    badge = SyncBadge(status)
    lastContact = sync.lastContact.map(PageText.moment)
    isOffline = status.state == .offline
    isSignedIn = sync.isSignedIn
    needsSignIn = !sync.isSignedIn || status.pause == "unauthorized"
    canAdopt = sync.isSignedIn && status.pause == "otherAccount"
    canRetry = status.state == .paused && !needsSignIn && !canAdopt
    code = form.code
    deviceName = form.deviceName
    self.failure = failure
    switch listing {
    case .devices(let found):
      devices = found.map(DeviceRow.init)
      devicesMissing = nil
    case .missing(let reason):
      devices = []
      devicesMissing = reason
    }
    hasDevices = !devices.isEmpty
    pairingCode = sync.pairingCode.map(PairingCodeRow.init)
  }
}

/// The devices of an account, or the reason why they are unknown.
enum DeviceListing {
  case devices([HubDevice])
  case missing(String)

  /// Asks the hub, unless the book is offline or signed out.
  init(of sync: BookSync) async {
    if !sync.isSignedIn {
      self = .missing("Sign in to see the devices of the account.")
    } else if sync.status.state == .offline {
      self = .missing("Turn the offline switch off to see the devices.")
    } else {
      do {
        self = .devices(try await sync.devices())
      } catch {
        self = .missing("\(error)")
      }
    }
  }
}

/// A device as the template shows it.
struct DeviceRow {
  var id: String
  var name: UserText
  var seen: String
  var isCurrent: Bool

  init(_ device: HubDevice) {
    id = device.id
    name = UserText(device.name)
    isCurrent = device.isCurrent
    let (day, moment) = (PageText.longDay(device.created), PageText.moment(device.lastSeen))
    seen = "Signed in on \(day), last seen on \(moment)"
  }
}

/// A pairing code as the template shows it.
struct PairingCodeRow {
  var text: String
  var expires: String

  init(_ code: PairingCode) {
    text = code.text
    expires = PageText.time(code.expires)
  }
}

/// The question before this device is signed out.
struct SignOutPage: Page {
  static let template = "sign-out"

  var frame = PageFrame(title: "Sign out")
  /// A warning about changes that would be lost; nil if there are none.
  var loss: String?
  var failure: String?

  init(_ status: BookSyncStatus, failure: String? = nil) {
    loss =
      status.pending > 0
      ? "\(PageText.count(status.pending, one: "change", many: "changes")) of this device were not sent, and would be lost."
      : nil
    self.failure = failure
  }
}
