import SwiftData

// One pair of models for each delete rule.

@Model
final class Shelf {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []

  init(_ name: String) {
    self.name = name
  }
}

@Model
final class Volume {
  var title: String
  var shelf: Shelf?
  /// One way, and taken along.
  @Relationship(deleteRule: .cascade) var cover: Cover?
  /// One way, and taken along.
  @Relationship(deleteRule: .cascade) var notes: [Note] = []
  /// One way, and left alone.
  var editor: Editor?

  init(_ title: String, shelf: Shelf? = nil) {
    self.title = title
    self.shelf = shelf
  }
}

@Model
final class Cover {
  var colour: String

  init(_ colour: String) {
    self.colour = colour
  }
}

@Model
final class Note {
  var text: String

  init(_ text: String) {
    self.text = text
  }
}

@Model
final class Editor {
  var name: String
  /// One way.
  var favourites: [Cover] = []

  init(_ name: String) {
    self.name = name
  }
}

/// Deleting one end of a circle takes along the next.
@Model
final class Bead {
  var number: Int
  @Relationship(deleteRule: .cascade) var next: Bead?
  @Relationship(inverse: \Bead.next) var previous: Bead?

  init(_ number: Int) {
    self.number = number
  }
}

@Model
final class Folder {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Folder.parent) var children: [Folder] = []
  var parent: Folder?

  init(_ name: String, parent: Folder? = nil) {
    self.name = name
    self.parent = parent
  }
}

@Model
final class Landlord {
  var name: String
  @Relationship(deleteRule: .deny, inverse: \Tenant.landlord) var tenants: [Tenant] = []
  @Relationship(deleteRule: .noAction, inverse: \Pet.landlord) var pets: [Pet] = []

  init(_ name: String) {
    self.name = name
  }
}

@Model
final class Tenant {
  var name: String
  var landlord: Landlord?

  init(_ name: String, landlord: Landlord? = nil) {
    self.name = name
    self.landlord = landlord
  }
}

@Model
final class Pet {
  var name: String
  var landlord: Landlord?

  init(_ name: String, landlord: Landlord? = nil) {
    self.name = name
    self.landlord = landlord
  }
}

@Model
final class Citizen {
  var name: String
  @Relationship(inverse: \Passport.holder) var passport: Passport?
  @Relationship(deleteRule: .cascade, inverse: \Diary.writer) var diary: Diary?

  init(_ name: String) {
    self.name = name
  }
}

@Model
final class Passport {
  var number: Int
  var holder: Citizen?

  init(_ number: Int, holder: Citizen? = nil) {
    self.number = number
    self.holder = holder
  }
}

@Model
final class Diary {
  var title: String
  var writer: Citizen?

  init(_ title: String) {
    self.title = title
  }
}

@Model
final class Team {
  var name: String
  @Relationship(minimumModelCount: 1, maximumModelCount: 3, inverse: \Member.team)
  var members: [Member] = []

  init(_ name: String, members: [Member] = []) {
    self.name = name
    self.members = members
  }
}

@Model
final class Member {
  var name: String
  var team: Team?

  init(_ name: String) {
    self.name = name
  }
}

/// An order must have a customer.
@Model
final class Customer {
  var name: String
  @Relationship(inverse: \Purchase.customer) var purchases: [Purchase] = []

  init(_ name: String) {
    self.name = name
  }
}

@Model
final class Purchase {
  var item: String
  var customer: Customer

  init(_ item: String, customer: Customer) {
    self.item = item
    self.customer = customer
  }
}
