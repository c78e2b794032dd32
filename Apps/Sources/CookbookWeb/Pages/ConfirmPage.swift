/// The question before something that cannot be taken back.
struct ConfirmPage: Page {
  static let template = "confirm"

  var frame: PageFrame
  var heading: String
  var explanation: String
  var action: String
  var submit: String
  var cancel: String
  var failure: String?
}
