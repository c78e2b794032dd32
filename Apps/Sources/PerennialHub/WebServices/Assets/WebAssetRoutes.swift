import Foundation
import HTTPTypes
import Hummingbird
import PerennialRecords

/// The operations on assets, and the requests for their files.
struct WebAssetRoutes: Sendable {
  let storage: any ZoneStorage
  let zones: WebZones
  let addresses: WebAddresses
  let transfer: AssetTransfer
  let clock: HubClock

  func addRoutes(to routes: WebRoutes) {
    routes.add("assets/upload", for: .write) { try await uploadAddresses($0) }
    routes.add("assets/rereference") { try await assets($0) }
  }

  func addFileRoutes(to routes: HubRoutes) {
    routes.add(.post, "assets", access: .open) { try await receive($0, $1) }
    routes.add(.get, "assets", access: .open) { try await send($0, $1) }
  }

  // MARK: Addresses

  private func uploadAddresses(_ call: WebCall) async throws -> JSONValue {
    try call.checkWriting()
    let database = call.database
    let zone = try database.zone(in: call.body)
    let tokens = try call.body.required("tokens", call.body.objects)
    guard tokens.count <= WebLimits.records else {
      throw WebError.badRequest("The request has too many tokens; 200 are allowed.")
    }
    _ = try await zones.head(of: zone, in: database)
    let key = try await addresses.capabilities.key()
    let (address, now) = (addresses.address(in: call.request), clock())
    let answers = try tokens.map { token -> JSONValue in
      let field = try token.required("fieldName", token.text)
      _ = try token.required("recordType", token.text)
      let name =
        try token.text("recordName") ?? RecordName.object(key: .random(in: 1 ... .max)).rawValue
      let capability = Capability(
        kind: .upload, account: database.account.id, zone: database.key(of: zone).name,
        expires: now + Capability.uploadTime)
      return .object([
        "recordName": .text(name), "fieldName": .text(field),
        "url": .text("\(address)\(WebAddresses.filePath)?token=\(capability.token(key))"),
      ])
    }
    return .object(["tokens": .list(answers)])
  }

  /// Returns the assets of fields, in the form in which other records can have them.
  private func assets(_ call: WebCall) async throws -> JSONValue {
    let zone = try call.database.zone(in: call.body)
    let wanted = try call.body.required("assets", call.body.objects)
    guard wanted.count <= WebLimits.records else {
      throw WebError.badRequest("The request has too many assets; 200 are allowed.")
    }
    let fields = try wanted.map { object in
      (
        name: RecordName(try object.required("recordName", object.text)),
        field: try object.required("fieldName", object.text)
      )
    }
    _ = try await zones.head(of: zone, in: call.database)
    let address = try await addresses.addresses(of: call, in: zone)
    let key = call.database.key(of: zone)
    let stored = try await storage.records(
      [.manifest] + fields.map(\.name).filter(\.isValid), of: key)
    let resets = try stored[.manifest].map { try RecordCoding.record(in: $0.body) }
    return .object([
      "assets": .list(
        try fields.map { name, field in
          let view = try stored[name].map { try RecordView($0, resets: resets) }
          guard let view, view.isVisible, case .asset(let asset)? = view.value(of: field) else {
            return RecordForm.error(
              WebError(.notFound, "The record has no asset in the field “\(field)”."),
              of: name.rawValue)
          }
          return WebValue.asset(asset).json(address)
        })
    ])
  }

  // MARK: Files

  private func permission(
    of request: Request, _ kind: Capability.Kind
  ) async throws -> (capability: Capability, key: ZoneKey) {
    let token = request.uri.queryParameters["token"].map(String.init) ?? ""
    let capability = try Capability(
      token, of: kind, try await addresses.capabilities.key(), at: clock())
    return (capability, ZoneKey(account: capability.account, name: capability.zone))
  }

  private func receive(_ request: Request, _ context: HubRequestContext) async throws -> Response {
    let (_, key) = try await permission(of: request, .upload)
    if let type = request.headers[.contentType], type.lowercased().hasPrefix("multipart/") {
      throw WebError.badRequest(
        "The file is in a multipart body. Send the bytes of the file alone.")
    }
    let (asset, _) = try await transfer.receive(request, in: context, for: key)
    return try Answer.json(
      JSONValue.object([
        "singleFile": .object([
          "fileChecksum": .text(
            RecordAsset(asset)?.digest.base64EncodedString() ?? ""),
          "size": .integer(asset.bytes), "receipt": .text(asset.checksum),
        ])
      ]))
  }

  private func send(_ request: Request, _ context: HubRequestContext) async throws -> Response {
    let (capability, key) = try await permission(of: request, .download)
    return try await transfer.file(
      capability.subject, of: key, for: request, in: context)
  }
}
