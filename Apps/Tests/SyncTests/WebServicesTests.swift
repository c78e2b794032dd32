import Foundation
import PerennialRecords
import PerennialSync
import SwiftData
import SyncTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(
  "Devices and a client of Web Services that edit the same records", .serialized,
  .timeLimit(.minutes(2)))
struct WebServicesTests {
  private let zone = "iCloud.\(UUID().uuidString)"

  /// A client of the CloudKit Web Services protocol, on the zone of the devices.
  private struct Client {
    let hub: URL
    let container: String
    var token = ""

    /// Sends a request, and returns the JSON of the answer.
    func send(_ path: String, _ body: String) async throws -> UnknownContent {
      let url = try #require(URL(string: path, relativeTo: hub))
      var request = URLRequest(url: url, timeoutInterval: 20)
      request.httpMethod = "POST"
      request.httpBody = Data(body.utf8)
      let (data, _) = try await URLSession.shared.data(for: request)
      return try JSONDecoder().decode(UnknownContent.self, from: data)
    }

    mutating func signIn(_ code: String) async throws {
      let answer = try await send("/sync/1/devices", #"{"code": "\#(code)", "name": "Script"}"#)
      guard case .text(let token) = answer.members["token"] else {
        throw URLError(.badServerResponse)
      }
      self.token = token
    }

    func call(_ operation: String, _ members: String) async throws -> [[String: UnknownContent]] {
      let answer = try await send(
        "/database/1/\(container)/production/private/\(operation)?ckWebAuthToken=\(token)",
        #"{"zoneID": {"zoneName": "perennial"}, \#(members)}"#)
      guard case .list(let records) = answer.members["records"] else {
        Issue.record("\(answer)")
        return []
      }
      return records.map(\.members)
    }

    func modify(
      _ kind: String, _ name: String, _ fields: String, tag: String? = nil, type: String = "Note"
    ) async throws -> [String: UnknownContent] {
      let tag = tag.map { #", "recordChangeTag": "\#($0)""# } ?? ""
      let name = name.isEmpty ? "" : #""recordName": "\#(name)", "#
      return try await call(
        "records/modify",
        """
        "operations": [{"operationType": "\(kind)",
          "record": {\(name)"recordType": "\(type)", "fields": \(fields)\(tag)}}]
        """)[0]
    }

    /// Returns the record of a type with a text in a field.
    func find(
      _ type: String, _ field: String, _ text: String
    ) async throws -> [String: UnknownContent]? {
      try await call(
        "records/query",
        """
        "query": {"recordType": "\(type)", "filterBy": [{"comparator": "EQUALS",
          "fieldName": "\(field)", "fieldValue": {"value": "\(text)"}}]}
        """
      ).first
    }
  }

  private func text(_ content: UnknownContent?) -> String {
    if case .text(let text) = content { text } else { "" }
  }

  @Test("Fields, links, new records and deletions of both arrive at the other, and nothing is lost")
  func edits() async throws {
    try await withHub { hub in
      let phone = try await hub.install("phone", zone: zone, catalog: Notebook.catalog)
      let tablet = try await hub.install("tablet", zone: zone, catalog: Notebook.catalog)
      var client = Client(hub: try await hub.address, container: zone)
      try await client.signIn(hub.pairingCode())
      try phone.save { $0.insert(Note("Milk", text: "one litre")) }
      #expect(try await tablet.shows(["Milk"]))

      // Both edit the same record: the device one field, the client another one.
      let milk = try #require(try await client.find("Note", "title", "Milk"))
      let name = text(milk["recordName"])
      let tag = text(milk["recordChangeTag"])
      let saved = try await client.modify(
        "update", name, #"{"text": {"value": "two litres"}}"#, tag: tag)
      #expect(saved["serverErrorCode"] == nil)
      try phone.save { context in
        try context.fetch(FetchDescriptor<Note>()).first?.title = "Oat milk"
      }
      for device in [phone, tablet] {
        #expect(try await device.shows(["Oat milk"]))
        #expect(try await eventually { try device.notes().first?.text == "two litres" })
      }
      // The tag is stale now. The client reads the record again, and both edits are in it.
      let late = try await client.modify("update", name, #"{"text": {"value": "x"}}"#, tag: tag)
      #expect(text(late["serverErrorCode"]) == "CONFLICT")
      let merged = try #require(try await client.find("Note", "title", "Oat milk"))
      #expect(text(merged["fields"]?.members["text"]?.members["value"]) == "two litres")

      // A record of the client, which has a link to a preset, is an object of the devices.
      try phone.save { context in
        let label = try context.fetch(FetchDescriptor<Label>()).first { $0.name == "work" }
        try context.fetch(FetchDescriptor<Note>()).first?.labels = label.map { [$0] } ?? []
      }
      #expect(
        try await eventually { try tablet.notes().first?.labels.map(\.name) == ["work"] })
      // A many-to-many relationship is in the records of one entity: here in those of labels.
      let label = try #require(try await client.find("Label", "name", "work"))
      guard case .list(let links)? = label["fields"]?.members["notes"]?.members["value"] else {
        Issue.record("no links: \(label)")
        return
      }
      #expect(links.map { text($0.members["recordName"]) } == [name])
      let nails = try await client.modify(
        "create", "", #"{"title": {"value": "Nails"}, "text": {"value": "50"}}"#)
      let both = try await client.modify(
        "update", text(label["recordName"]),
        """
        {"notes": {"type": "REFERENCE_LIST", "value": [{"recordName": "\(name)"},
          {"recordName": "\(text(nails["recordName"]))"}]}}
        """, tag: text(label["recordChangeTag"]), type: "Label")
      #expect(both["serverErrorCode"] == nil)
      for device in [phone, tablet] {
        #expect(try await device.shows(["Nails", "Oat milk"]))
        #expect(
          try await eventually { try device.notes().first?.labels.map(\.name) == ["work"] })
      }
      // A device takes the link away, and gives another one.
      try tablet.save { context in
        let home = try context.fetch(FetchDescriptor<Label>()).filter { $0.name == "home" }
        for note in try context.fetch(FetchDescriptor<Note>()) where note.title == "Nails" {
          note.labels = home
        }
      }
      #expect(
        try await eventually { try phone.notes().first?.labels.map(\.name) == ["home"] })

      // A preset is edited, and a record deleted, by the client.
      let work = try #require(try await client.find("Label", "name", "work"))
      let red = try await client.modify(
        "update", text(work["recordName"]), #"{"colour": {"value": "black"}}"#,
        tag: text(work["recordChangeTag"]), type: "Label")
      #expect(red["serverErrorCode"] == nil)
      let gone = try await client.modify("forceDelete", text(nails["recordName"]), "{}")
      #expect(gone["deleted"] == .bool(true))
      for device in [phone, tablet] {
        #expect(try await device.shows(["Oat milk"]))
        #expect(
          try await eventually {
            try device.labels().first { $0.name == "work" }?.colour == "black"
          })
        #expect(try await device.sync.unsyncedObjects().isEmpty)
      }
    }
  }
}

extension UnknownContent {
  /// The members of an object; none of another value.
  fileprivate var members: [String: UnknownContent] {
    if case .object(let members) = self { members } else { [:] }
  }
}
