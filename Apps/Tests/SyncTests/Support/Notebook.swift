import Foundation
import PerennialPresets
import SwiftData

// An app with notes and labels, of which a catalog offers some.

@Model final class Note {
  var title = ""
  var text = ""
  @Attribute(.externalStorage) var photo: Data?
  @Relationship(inverse: \Label.notes) var labels: [Label] = []

  init(_ title: String, text: String = "") {
    self.title = title
    self.text = text
  }
}

@Model final class Label {
  var name = ""
  var colour = ""
  var notes: [Note] = []

  init(_ name: String, colour: String = "grey") {
    self.name = name
    self.colour = colour
  }
}

enum Notebook {
  static let models: [any PersistentModel.Type] = [Note.self, Label.self]

  static let catalog = PresetCatalog("notebook", version: 1) {
    Presets(id: \Label.name) {
      [Label("home", colour: "blue"), Label("work", colour: "red"), Label("garden")]
    }
  }
}
