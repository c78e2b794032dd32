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

  /// Returns the credentials for a hub; nil if the keychain has none.
  ///
  /// - Throws: ``CredentialError/invalidFile(_:)`` for an item with other contents;
  ///   ``CredentialError/unavailable(_:)``.
  public func credentials(for hub: URL) throws -> HubCredentials? {
    guard let data = try data(of: item(for: hub)) else { return nil }
    guard let credentials = try? JSONDecoder().decode(HubCredentials.self, from: data) else {
      throw CredentialError.invalidFile("keychain item of \(service)")
    }
    return credentials
  }

  /// Stores the credentials for a hub, in place of earlier ones.
  ///
  /// - Throws: ``CredentialError/unavailable(_:)``.
  public func store(_ credentials: HubCredentials, for hub: URL) throws {
    try store(JSONEncoder().encode(credentials), in: item(for: hub))
  }

  /// Removes the credentials for a hub, if there are any.
  ///
  /// - Throws: ``CredentialError/unavailable(_:)``.
  public func removeCredentials(for hub: URL) throws { try remove(item(for: hub)) }

  /// Returns a secret, such as a key of sealed values; nil if the keychain has none of this name.
  ///
  /// - Throws: ``CredentialError/unavailable(_:)``.
  public func secret(named name: String, for hub: URL) throws -> Data? {
    try data(of: item(for: hub, named: name))
  }

  /// Stores a secret. Nil removes it.
  ///
  /// - Throws: ``CredentialError/unavailable(_:)``.
  public func store(secret: Data?, named name: String, for hub: URL) throws {
    let item = item(for: hub, named: name)
    if let secret { try store(secret, in: item) } else { try remove(item) }
  }

  // MARK: Items

  private func data(of item: [String: Any]) throws -> Data? {
    var query = item
    query[kSecReturnData as String] = true
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = result as? Data else { throw failure(status) }
    return data
  }

  private func store(_ data: Data, in query: [String: Any]) throws {
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

  private func remove(_ item: [String: Any]) throws {
    let status = SecItemDelete(item as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(status) }
  }

  private func item(for hub: URL, named secret: String? = nil) -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: hub.absoluteString + (secret.map { "\u{1F}" + $0 } ?? ""),
    ]
  }

  private func failure(_ status: OSStatus) -> CredentialError {
    .unavailable("The keychain has answered with the status \(status).")
  }
}
#endif
