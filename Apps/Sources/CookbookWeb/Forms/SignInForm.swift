import CookbookModel
import HardenedHTTP

/// The form of the sign-in as it was typed.
struct SignInForm {
  var code: String
  var deviceName: String

  /// An empty form, with the name that the device has by default.
  init(_ sync: BookSync) {
    code = ""
    deviceName = sync.deviceName
  }

  /// The form as it was sent.
  init(_ fields: FormFields) {
    code = fields["code"].trimmed
    deviceName = fields["name"].trimmed
  }

  /// The first mistake; nil if there is none.
  var mistake: String? {
    if code.isEmpty || code.count > 64 { return "Write the pairing code, such as 7F3K-9QXM." }
    if !(1...100).contains(deviceName.count) { return "Write a name of 1 to 100 characters." }
    return nil
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
