import SwiftData

@Model final class Entry {
  var text = ""
  var count = 0
  init(_ text: String) { self.text = text }
}

@Model final class Owner {
  var name = ""
  init(_ name: String) { self.name = name }
}

@Model final class Pet {
  var name = ""
  var owner: Owner?
  init(_ name: String) { self.name = name }
}

/// An app.
enum V1 {
  @Model final class Place {
    var name = ""
    var count = 0
    init(_ name: String) { self.name = name }
  }

  static let models: [any PersistentModel.Type] = [Entry.self, Place.self, Owner.self, Pet.self]
}

/// Its next version: places have one more attribute.
enum V2 {
  @Model final class Place {
    var name = ""
    var count = 0
    var weather = "unknown"
    init(_ name: String) { self.name = name }
  }

  static let models: [any PersistentModel.Type] = [Entry.self, Place.self, Owner.self, Pet.self]
}
