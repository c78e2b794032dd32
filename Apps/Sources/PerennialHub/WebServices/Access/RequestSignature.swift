import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import PerennialRecords

/// The signature of a server's request.
///
/// The signed message is `DATE:HASH:PATH`: the date of the header, the SHA-256 digest of the body as base64, and the
/// path of the request. For a request without a body, the hash may also be empty.
struct RequestSignature {
  static let keyField = "X-Apple-CloudKit-Request-KeyID"
  static let dateField = "X-Apple-CloudKit-Request-ISO8601Date"
  static let signatureField = "X-Apple-CloudKit-Request-SignatureV1"
  /// The greatest difference of the date from the hub's clock, in milliseconds: ten minutes.
  static let window: Int64 = 10 * 60 * 1000

  let keyID: String
  let date: String
  let signature: P256.Signing.ECDSASignature

  /// Reads the fields of a request; nil if it has none of them.
  ///
  /// - Throws: `AUTHENTICATION_FAILED`, with the field that is missing or cannot be read.
  init?(_ headers: HTTPFields) throws(WebError) {
    let names = [Self.keyField, Self.dateField, Self.signatureField]
    let values = names.map { name in HTTPField.Name(name).flatMap { headers[$0] } }
    if values.allSatisfy({ $0 == nil }) { return nil }
    for (name, value) in zip(names, values) where value == nil {
      throw WebError(.authenticationFailed, "The field \(name) is missing.")
    }
    guard let keyID = values[0], let date = values[1], let text = values[2] else { return nil }
    guard let der = Data(base64Encoded: text),
      let signature = try? P256.Signing.ECDSASignature(derRepresentation: der)
    else {
      throw WebError(
        .authenticationFailed,
        "\(Self.signatureField) isn't an ECDSA signature in DER form, as base64.")
    }
    (self.keyID, self.date, self.signature) = (keyID, date, signature)
  }

  /// Checks the date against the hub's clock.
  ///
  /// - Throws: `AUTHENTICATION_FAILED`.
  func checkDate(at now: Int64) throws(WebError) {
    guard date.count == 20, date.hasSuffix("Z"),
      let time = try? Date(date, strategy: .iso8601)
    else {
      throw WebError(
        .authenticationFailed,
        "\(Self.dateField) isn't a date in UTC without fractions of a second, such as "
          + "2016-01-25T22:15:43Z.")
    }
    let difference = Int64(time.timeIntervalSince1970) * 1000 - now
    guard abs(difference) <= Self.window else {
      throw WebError(
        .authenticationFailed,
        "\(Self.dateField) differs from the hub's clock by \(abs(difference) / 1000) seconds; "
          + "\(Self.window / 1000) are allowed.")
    }
  }

  /// Checks the signature.
  ///
  /// - Parameters:
  ///   - path: The path of the request, without its query.
  ///   - key: The public key of the server, in X9.63 form.
  /// - Throws: `AUTHENTICATION_FAILED`.
  func check(_ body: Data, path: String, key: Data) throws(WebError) {
    guard let key = try? P256.Signing.PublicKey(x963Representation: key) else {
      throw WebError(.authenticationFailed, "The key \(keyID) is damaged. Register it again.")
    }
    let hash = Data(SHA256.hash(data: body)).base64EncodedString()
    for hash in body.isEmpty ? [hash, ""] : [hash] {
      if key.isValidSignature(signature, for: Data("\(date):\(hash):\(path)".utf8)) { return }
    }
    throw WebError(
      .authenticationFailed,
      "\(Self.signatureField) does not belong to the message “\(date):\(hash):\(path)” and the key "
        + "\(keyID). Sign the exact bytes of the body and the path without the query.")
  }
}
