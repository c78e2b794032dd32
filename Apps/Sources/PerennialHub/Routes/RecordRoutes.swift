import Foundation
import Hummingbird
import NIOCore
import PerennialRecords

/// The requests by which devices read and write records.
struct RecordRoutes: Sendable {
  let storage: any ZoneAnnouncements & ZoneStorage
  let assets: AssetFolder
  let signals: ZoneSignals
  let clock: HubClock

  func addRoutes(to routes: HubRoutes) {
    routes.add(.post, "zones/:zone/pull", for: .read) { try await pull($0, in: $1, for: $2) }
    routes.add(.post, "zones/:zone/push", for: .write) { try await push($0, in: $1, for: $2) }
  }

  private func pull(
    _ request: Request, in context: HubRequestContext, for session: Session
  ) async throws -> Response {
    let key = try context.zone(of: session)
    let wanted = try await request.json(PullRequest.self, notes: context.notes)
    let page = try await storage.page(
      of: key, after: wanted.token, upTo: PageLimit(records: wanted.recordLimit))
    context.notes.note { $0.records = page.records.count }
    signals.lag.note(page.token, of: session.device.id, in: key, at: clock())
    return Answer.json(Self.body(of: page, hubTime: clock()))
  }

  /// Returns the JSON form of a `PullReply`. The records are in the form in which they are stored.
  private static func body(of page: StoredPage, hubTime: Int64) -> ByteBuffer {
    var body = ByteBuffer()
    body.reserveCapacity(page.records.reduce(128) { $0 + $1.body.count + 1 })
    body.writeString("{\"hubTime\":\(hubTime),\"moreComing\":\(page.moreComing),\"records\":[")
    for (index, record) in page.records.enumerated() {
      if index > 0 { body.writeString(",") }
      body.writeBytes(record.body)
    }
    body.writeString("],\"token\":\"\(page.token)\"}")
    return body
  }

  private func push(
    _ request: Request, in context: HubRequestContext, for session: Session
  ) async throws -> Response {
    let key = try context.zone(of: session)
    let push = try RecordCoding.push(in: try await request.checkedBody(notes: context.notes))
    let now = clock()
    let names = push.records.map(\.name).filter(\.isValid)
    let assets = push.records.reduce(into: Set<RecordAsset>()) { $0.formUnion($1.state.assets) }
    // A file without an entry, and one that is removed after this look, have no entry in the transaction either.
    let lost = assets.filter {
      !self.assets.contains($0.checksum, bytes: Int64($0.byteCount), of: key)
    }
    let update = try await storage.update(
      key, reading: names, mentioning: assets, at: now
    ) { stored in
      try ZoneUpdate(push, on: stored, without: lost, hubTime: now)
    }
    if !update.changes.isEmpty {
      signals.signal(key, head: update.zone.token, by: .this)
      storage.announce(key, head: update.zone.token)
    }
    context.notes.note { notes in
      notes.records = update.changes.count
      notes.refusals = update.reply.refused.map(\.reason.rawValue)
    }
    return try Answer.json(update.reply)
  }
}
