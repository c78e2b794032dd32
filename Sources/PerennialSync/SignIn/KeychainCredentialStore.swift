#if canImport(Security)
public import Foundation
import Security

/// Credentials in the keychain of an Apple device. They do not leave the device.
///
/// The code compiles on Apple's platforms only. It has not been run there yet.
public struct KeychainCredentialStore: CredentialStore {
  private let service: String

  /// Creates a store of credentials.
  ///
  /// - Parameter service: The name of the keychain items' service, for example the app's bundle identifier.
  public init(service: String) { self.service = service }

  public func credentials(for hub: URL) throws -> HubCredentials? {
    var query = item(for: hub)
    query[kSecReturnData as String] = true
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = result as? Data else { throw failure(status) }
    guard let credentials = try? JSONDecoder().decode(HubCredentials.self, from: data) else {
      throw CredentialError.invalidFile("keychain item of \(service)")
    }
    return credentials
  }

  public func store(_ credentials: HubCredentials, for hub: URL) throws {
    let data = try JSONEncoder().encode(credentials)
    let query = item(for: hub)
    let status = SecItemUpdate(
      query as CFDictionary, [kSecValueData as String: data] as CFDictionary)
    if status == errSecSuccess { return }
    guard status == errSecItemNotFound else { throw failure(status) }
    var new = query
    new[kSecValueData as String] = data
    new[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    let added = SecItemAdd(new as CFDictionary, nil)
    guard added == errSecSuccess else { throw failure(added) }
  }

  public func removeCredentials(for hub: URL) throws {
    let status = SecItemDelete(item(for: hub) as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(status) }
  }

  private func item(for hub: URL) -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: hub.absoluteString,
    ]
  }

  private func failure(_ status: OSStatus) -> CredentialError {
    .unavailable("The keychain has answered with the status \(status).")
  }
}
#endif
