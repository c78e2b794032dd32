/// A path on this server to return to. An address that leads elsewhere becomes the front page.
struct LocalPath {
  let text: String

  init(_ text: String) {
    let isLocal = text.hasPrefix("/") && !text.hasPrefix("//") && !text.contains("\\")
    self.text = isLocal && text.allSatisfy { $0.isASCII && !$0.isNewline } ? text : "/"
  }
}
