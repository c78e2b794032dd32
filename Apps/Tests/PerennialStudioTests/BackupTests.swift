import Foundation
import Perennial
import PerennialInspection
import SwiftData
import Testing
import WebTesting

@Suite("Backups in a studio", .timeLimit(.minutes(1)))
struct BackupTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen() }

  private func names() -> [String] {
    Backup.automatic(ofStoreAt: kitchen.url).map(\.url.lastPathComponent)
  }

  private func count() throws -> Int { try kitchen.store().rows(of: "Cuisine").count }

  private func insertCuisine() throws {
    let context = ModelContext(try kitchen.container())
    context.insert(Cuisine("Greek"))
    try context.save()
  }

  @Test("41.34f: A studio that only reads lists backups, and makes and restores none")
  func readOnly() async throws {
    let backup = try kitchen.container().backUpAutomatically()
    let name = backup.url.lastPathComponent
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page("/backups")
      #expect(page.contains(name) && page.contains("So does a studio with --edit."))
      #expect(!page.contains("Restore…") && !page.contains("Back up now"))
      #expect(try await studio.send("/restoration?name=\(name.encoded)").status == 404)
      #expect(try await studio.post("/backups", [:]).status == 404)
      #expect(try await studio.post("/restoration", ["name": name]).status == 404)
    }
    #expect(names() == [name])
  }

  @Test("41.34f: A backup is made by a button, and no other backup is deleted")
  func making() async throws {
    for _ in 0..<6 { _ = try kitchen.container().backUpAutomatically(keeping: .unlimited) }
    let before = names()
    try await withStudio(kitchen.url, isEditing: true) { studio in
      let response = try await studio.post("/backups", [:])
      #expect(response.status == 303)
      #expect(names().count == 7 && names().dropFirst() == before[...])
      let page = try await studio.page(try #require(response.fields["location"]))
      #expect(page.contains("The backup “\(names()[0])” was made."))
      #expect(page.contains("<tr class=\"named\"><td><bdi>\(names()[0])</bdi>"))
      for backup in Backup.automatic(ofStoreAt: kitchen.url) { try backup.verify() }
      // A page does not tell of backups that do not exist.
      let strange = try await studio.page("/backups?made=\("<b>x".encoded)")
      #expect(!strange.contains("was made") && !strange.contains("<b>x"))
    }
  }

  @Test("41.34f: The question says what changes and what is kept, and changes nothing itself")
  func question() async throws {
    let name = try kitchen.container().backUpAutomatically().url.lastPathComponent
    try insertCuisine()
    try await withStudio(kitchen.url, isEditing: true) { studio in
      let backups = try await studio.page("/backups")
      #expect(backups.contains("<a href=\"/restoration?name=\(name)\">Restore…</a>"))
      let page = try await studio.page("/restoration?name=\(name.encoded)")
      #expect(
        page.contains(
          """
          <td><bdi>Cuisine</bdi></td><td class="number">0</td><td class="number">0</td>\
          <td class="number">1</td>
          """))
      #expect(!page.contains("<bdi>Dish</bdi></td><td class=\"number\">"))
      #expect(page.contains("The present contents are kept"))
      #expect(page.contains("<button class=\"button danger\" type=\"submit\">Replace the contents"))
      #expect(try count() == 4)
      #expect(names() == [name])
    }
  }

  @Test("41.34f: A restoration keeps the former contents as a backup, by which it is undone")
  func restoring() async throws {
    let name = try kitchen.container().backUpAutomatically().url.lastPathComponent
    try insertCuisine()
    try await withStudio(kitchen.url, isEditing: true) { studio in
      let response = try await studio.post("/restoration", ["name": name])
      #expect(response.status == 303)
      #expect(try count() == 3)
      let kept = names()[0]
      #expect(names() == [kept, name])
      let page = try await studio.page(try #require(response.fields["location"]))
      #expect(page.contains("The store has the contents of “\(name)”."))
      #expect(page.contains("Those that it had before are in “\(kept)”"))
      #expect(page.contains("<td>before restore</td>"))
      #expect(try await studio.post("/restoration", ["name": kept]).status == 303)
      #expect(try count() == 4)
      let same = try await studio.page("/restoration?name=\(kept.encoded)")
      #expect(same.contains("The store has the same objects and links as the backup."))
    }
  }

  @Test("41.34f: Only backups of the list are restored, and a damaged one changes nothing")
  func refused() async throws {
    let backup = try kitchen.container().backUpAutomatically()
    let name = backup.url.lastPathComponent
    let other = kitchen.folder.appending(path: "other.backup")
    try FileManager.default.copyItem(at: backup.url, to: other)
    try insertCuisine()
    let part = try #require(backup.stores.first).url
    try await withStudio(kitchen.url, isEditing: true) { studio in
      for path in ["../other.backup", other.path, "nothing", ""] {
        let response = try await studio.post("/restoration", ["name": path])
        #expect(response.status == 404, "\(path)")
        #expect(
          String(decoding: response.body, as: UTF8.self).contains("There is no such backup"))
      }
      let handle = try FileHandle(forUpdating: part)
      try handle.seek(toOffset: try handle.seekToEnd() - 100)
      try handle.write(contentsOf: Data(repeating: 0xA5, count: 50))
      try handle.close()
      let response = try await studio.post("/restoration", ["name": name])
      #expect(response.status == 409)
      let page = String(decoding: response.body, as: UTF8.self)
      #expect(page.contains("<h1>The backup was not restored</h1>"))
      #expect(page.contains("The store was not changed.") && page.contains("Details"))
      #expect(try count() == 4)
    }
  }

  @Test("41.34f: Pages of other origins make and restore no backup")
  func origin() async throws {
    let name = try kitchen.container().backUpAutomatically().url.lastPathComponent
    try insertCuisine()
    try await withStudio(kitchen.url, isEditing: true) { studio in
      for fields in [["Origin": "http://evil.example"], ["Sec-Fetch-Site": "cross-site"]] {
        #expect(try await studio.post("/backups", [:], fields: fields).status == 403)
        let response = try await studio.post("/restoration", ["name": name], fields: fields)
        #expect(response.status == 403)
      }
      #expect(try count() == 4 && names() == [name])
    }
  }
}
