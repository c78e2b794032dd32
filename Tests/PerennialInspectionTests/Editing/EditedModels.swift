import Foundation
import SwiftData

@Model
final class Shelf {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []

  init(_ name: String) { self.name = name }
}

@Model
final class Volume {
  enum Form: String, Codable, CaseIterable { case novel, essay, verse }

  var title: String
  var pages: Int
  var isRead = false
  var bought: Date?
  var note: String?
  var form = Form.novel
  var chapters: [String] = []
  var scan: Data?
  @Attribute(.externalStorage) var text: String?
  var shelf: Shelf?
  @Relationship(inverse: \Jacket.volume) var jacket: Jacket?
  @Relationship(inverse: \Topic.volumes) var topics: [Topic] = []

  init(_ title: String, pages: Int = 100) {
    self.title = title
    self.pages = pages
  }
}

@Model
final class Jacket {
  var colour: String
  var volume: Volume?

  init(_ colour: String) { self.colour = colour }
}

@Model
final class Topic {
  var name: String
  var volumes: [Volume] = []

  init(_ name: String) { self.name = name }
}

@Model
final class Reading {
  var pages: Int
  var volume: Volume

  init(_ volume: Volume, pages: Int) {
    self.volume = volume
    self.pages = pages
  }
}

/// A store with a shelf of two volumes that share a topic, and a jacket for each.
struct EditedLibrary {
  let url: URL
  let context: ModelContext
  let shelf = Shelf("poems")
  let volumes = [Volume("Odes", pages: 90), Volume("Hymns", pages: 70)]
  let jackets = [Jacket("red"), Jacket("blue")]
  let topic = Topic("praise")

  init(_ url: URL) throws {
    self.url = url
    let container = try ModelContainer(
      for: Shelf.self, Volume.self, Jacket.self, Topic.self, Reading.self,
      configurations: ModelConfiguration(url: url))
    context = ModelContext(container)
    context.insert(shelf)
    for (volume, jacket) in zip(volumes, jackets) {
      context.insert(volume)
      volume.shelf = shelf
      volume.jacket = jacket
      volume.topics = [topic]
    }
    try context.save()
  }
}
