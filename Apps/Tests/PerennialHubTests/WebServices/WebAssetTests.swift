import Crypto
import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Files in Web Services", .timeLimit(.minutes(1)))
struct WebAssetTests {
  private let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  /// Returns the path and the query of an address.
  private func path(_ address: String) -> String {
    guard let url = URLComponents(string: address) else { return "" }
    return "\(url.path)?\(url.percentEncodedQuery ?? "")"
  }

  private func address(
    _ client: WebClient, _ zone: String = "perennial"
  ) async throws -> String {
    try await client.send(
      "assets/upload",
      """
      {"zoneID": {"zoneName": "\(zone)"},
       "tokens": [{"recordName": "a", "recordType": "Note", "fieldName": "photo"}]}
      """
    ).text("tokens", 0, "url")
  }

  /// Uploads the data, and returns the object that goes into a record.
  private func upload(_ client: WebClient, _ hub: TestHub) async throws -> String {
    let answer = try await hub.stranger.send(
      "POST", path(try await address(client)), body: data)
    #expect(answer.status == 200, "\(answer.text)")
    let json = try JSONDecoder().decode(UnknownContent.self, from: answer.body)
    let file = WebAnswer(status: 200, json: json)
    #expect(file["singleFile", "size"] == .integer(Int64(data.count)))
    let digest = Data(SHA256.hash(data: data)).base64EncodedString()
    #expect(file.text("singleFile", "fileChecksum") == digest)
    let text = try JSONEncoder().encode(file["singleFile"])
    return String(decoding: text, as: UTF8.self)
  }

  @Test("A file is uploaded, written into a record, read, and written into another record")
  func life() async throws {
    try await withHub { hub in
      let device = try await hub.signIn()
      let client = WebClient(device)
      let file = try await upload(client, hub)
      let photo = #"{"photo": {"type": "ASSETID", "value": \#(file)}}"#
      let record = try await client.modify("create", "a", photo)
      #expect(record.text("fields", "photo", "type") == "ASSETID")
      let address = record.text("fields", "photo", "value", "downloadURL")
      #expect(address.hasPrefix("http://127.0.0.1:\(hub.port)/"))
      let read = try await hub.stranger.get(path(address))
      #expect(read.status == 200 && read.body == data)
      let part = try await hub.stranger.send(
        "GET", path(address), headers: ["Range": "bytes=10-19"])
      #expect(part.status == 206 && part.body == data[10..<20])

      // A device sees the same asset.
      let stored = try await device.records().first { $0.name.rawValue == "a" }
      let asset = try #require(stored?.state.assets.first)
      #expect(asset.byteCount == data.count)
      let own = try await device.get("/sync/1/zones/\(HubClient.zone)/assets/\(asset.checksum)")
      #expect(own.body == data)

      let again = try await client.send(
        "assets/rereference",
        #"""
        {"zoneID": {"zoneName": "perennial"}, "assets": [{"recordName": "a", "fieldName": "photo"},
          {"recordName": "a", "fieldName": "none"}, {"recordName": "z", "fieldName": "photo"}]}
        """#)
      #expect(again.list("assets").map(\.code) == ["", "NOT_FOUND", "NOT_FOUND"])
      let text = String(decoding: try JSONEncoder().encode(again["assets", 0]), as: UTF8.self)
      let copy = try await client.modify(
        "create", "b", #"{"photo": {"type": "ASSETID", "value": \#(text)}}"#)
      #expect(
        copy["fields", "photo", "value", "fileChecksum"]
          == record["fields", "photo", "value", "fileChecksum"])
    }
  }

  @Test("An address works for its purpose and its time, unchanged")
  func addresses() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      let upload = path(try await address(client))
      let file = try await self.upload(client, hub)
      let record = try await client.modify(
        "create", "a", #"{"photo": {"type": "ASSETID", "value": \#(file)}}"#)
      let download = path(record.text("fields", "photo", "value", "downloadURL"))
      func status(_ method: String, _ path: String) async throws -> Int {
        try await hub.stranger.send(method, path, body: method == "POST" ? data : nil).status
      }
      #expect(try await status("POST", upload) == 200)
      #expect(try await status("GET", upload) == 401)
      #expect(try await status("POST", download) == 401)
      #expect(try await status("GET", String(download.dropLast()) + "!") == 401)
      #expect(try await status("GET", "/database/1/assets") == 401)
      hub.clock.advance(by: 15 * 60 * 1000)
      #expect(try await status("POST", upload) == 401)
      #expect(try await status("GET", download) == 200)
      hub.clock.advance(by: 45 * 60 * 1000)
      #expect(try await status("GET", download) == 401)
    }
  }

  @Test("A file that is too large, of several parts, for no zone, or that was not sent is refused")
  func refusals() async throws {
    try await withHub(configuring: { $0.assetBytes = 50_000 }) { hub in
      let client = WebClient(try await hub.signIn())
      let upload = path(try await address(client))
      #expect(try await hub.stranger.send("POST", upload, body: data).status == 400)
      let parts = try await hub.stranger.send(
        "POST", upload, body: Data("x".utf8),
        headers: ["Content-Type": "multipart/form-data; boundary=x"])
      #expect(parts.status == 400 && parts.text.contains("multipart"))
      #expect(try await address(client, "None") == "")
      let digest = Data(SHA256.hash(data: Data("y".utf8))).base64EncodedString()
      let answer = try await client.modify(
        "create", "a",
        #"{"photo": {"type": "ASSETID", "value": {"fileChecksum": "\#(digest)", "size": 1}}}"#)
      #expect(answer.code == "BAD_REQUEST" && answer.text("reason").contains("Upload"))
    }
  }

  @Test("The log has neither tokens nor permissions")
  func log() async throws {
    try await withHub { hub in
      let device = try await hub.signIn()
      let client = WebClient(device)
      let file = try await upload(client, hub)
      _ = try await client.modify(
        "create", "a", #"{"photo": {"type": "ASSETID", "value": \#(file)}}"#)
      let token = try #require(device.token)
      let text = hub.log.text
      #expect(text.contains("/records/modify"))
      #expect(!text.contains(token) && !text.contains("token=") && !text.contains("photo"))
    }
  }
}
