/// The reasons for which a hub refuses requests of a sender for a time.
enum RequestLimit: String, CaseIterable {
  case address, device, token, code
}
