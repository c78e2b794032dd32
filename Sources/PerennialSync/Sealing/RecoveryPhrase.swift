#if SealedSync
import Crypto
import Foundation

/// The phrase that opens the key of an account without any of its devices: 128 random bits as 30 letters and digits.
///
/// ```swift
/// let phrase = try RecoveryPhrase("7F3K9-QXM2A-0B4CD-E5FGH-J6KMN-P7QRS")
/// ```
///
/// Show it to the user once, to be written down. It is stored nowhere.
public struct RecoveryPhrase: Equatable, Sendable {
  private static let code = CheckedCode(byteCount: 16, length: 30)

  let secret: Data

  /// Creates a random phrase.
  public init() { secret = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) } }

  /// Reads a phrase as the user has typed it. Small letters, spaces and hyphens do not matter.
  ///
  /// ```swift
  /// do {
  ///   let phrase = try RecoveryPhrase(code)
  ///   try await container.sync?.sealing?.unlock(with: phrase)
  /// } catch let error as CheckedCodeError {
  ///   print("The phrase has a mistake: \(error)")
  /// }
  /// ```
  ///
  /// - Throws: ``CheckedCodeError``.
  public init(_ text: String) throws(CheckedCodeError) {
    secret = try Self.code.secret(in: text)
  }

  /// The phrase as text, in six groups of five.
  public var text: String { Self.code.text(of: secret) }
}

extension RecoveryPhrase: CustomStringConvertible, CustomReflectable {
  /// A text without the phrase, for logs.
  public var description: String { "recovery phrase" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The code by which a device that is signed in recognises a new one: 80 random bits as 20 letters and digits.
///
/// The new device shows it, and the user types it on the other one. The hub never gets it.
public struct DeviceCode: Equatable, Sendable {
  private static let code = CheckedCode(byteCount: 10, length: 20)

  let secret: Data

  init() {
    secret = SymmetricKey(size: SymmetricKeySize(bitCount: 80)).withUnsafeBytes { Data($0) }
  }

  /// Reads a code as the user has typed it. Small letters, spaces and hyphens do not matter.
  ///
  /// ```swift
  /// if (try? DeviceCode(code)) == nil { print("The code has a mistake.") }
  /// ```
  ///
  /// - Throws: ``CheckedCodeError``.
  public init(_ text: String) throws(CheckedCodeError) {
    secret = try Self.code.secret(in: text)
  }

  init(secret: Data) { self.secret = secret }

  /// The code as text, in four groups of five.
  public var text: String { Self.code.text(of: secret) }

  /// Returns the key that both devices derive from the code.
  func key(zone: String) -> SymmetricKey {
    HKDF<Crypto.SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: secret), salt: Data(zone.utf8),
      info: Data("perennial.code".utf8), outputByteCount: 32)
  }
}

extension DeviceCode: CustomStringConvertible, CustomReflectable {
  /// A text without the code, for logs.
  public var description: String { "device code" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
