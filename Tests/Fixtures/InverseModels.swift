import SwiftData

// One pair of models for each way of saying what the inverse of a relationship is.

/// A relationship without a declared inverse: only one inverse is possible.
@Model
final class Planet {
  var name: String
  var moons: [Moon] = []

  init(_ name: String, moons: [Moon] = []) {
    self.name = name
    self.moons = moons
  }
}

@Model
final class Moon {
  var name: String
  var planet: Planet?

  init(_ name: String, planet: Planet? = nil) {
    self.name = name
    self.planet = planet
  }
}

/// The side with the reference says it.
@Model
final class River {
  var name: String
  var bridges: [Bridge] = []

  init(_ name: String, bridges: [Bridge] = []) {
    self.name = name
    self.bridges = bridges
  }
}

@Model
final class Bridge {
  var name: String
  @Relationship(inverse: \River.bridges) var river: River?

  init(_ name: String, river: River? = nil) {
    self.name = name
    self.river = river
  }
}

/// An ambiguous relationship: the inverse of a club's matches could be either of two references.
@Model
final class Club {
  var name: String
  var matches: [Match] = []

  init(_ name: String) {
    self.name = name
  }
}

@Model
final class Match {
  var day: Int
  var home: Club?
  var away: Club?

  init(_ day: Int, home: Club? = nil, away: Club? = nil) {
    self.day = day
    self.home = home
    self.away = away
  }
}

/// Two collections name the same reference.
@Model
final class Cabinet {
  var name: String
  @Relationship(inverse: \Drawer.cabinet) var left: [Drawer] = []
  @Relationship(inverse: \Drawer.cabinet) var right: [Drawer] = []

  init(_ name: String, left: [Drawer] = [], right: [Drawer] = []) {
    self.name = name
    self.left = left
    self.right = right
  }
}

@Model
final class Drawer {
  var label: String
  var cabinet: Cabinet?

  init(_ label: String) {
    self.label = label
  }
}

@Model
final class Student {
  var name: String
  var courses: [Course] = []

  init(_ name: String, courses: [Course] = []) {
    self.name = name
    self.courses = courses
  }
}

@Model
final class Course {
  var title: String
  @Relationship(inverse: \Student.courses) var students: [Student] = []

  init(_ title: String, students: [Student] = []) {
    self.title = title
    self.students = students
  }
}

/// Two collections of which neither names the other.
@Model
final class Choir {
  var name: String
  var singers: [Chorister] = []

  init(_ name: String) { self.name = name }
}

@Model
final class Chorister {
  var name: String
  var choirs: [Choir] = []

  init(_ name: String) { self.name = name }
}

/// Two references of which neither names the other.
@Model
final class Boat {
  var name: String
  var skipper: Skipper?

  init(_ name: String) { self.name = name }
}

@Model
final class Skipper {
  var name: String
  var boat: Boat?

  init(_ name: String) { self.name = name }
}

/// A relationship to the same model, and no other: it has no inverse.
@Model
final class Neighbour {
  var name: String
  var friends: [Neighbour] = []

  init(_ name: String) {
    self.name = name
  }
}

@Model
final class Album {
  var title: String
  @Relationship(inverse: \Photo.album) var photos: [Photo]?

  init(_ title: String, photos: [Photo]? = nil) {
    self.title = title
    self.photos = photos
  }
}

@Model
final class Photo {
  var name: String
  var album: Album?

  init(_ name: String) {
    self.name = name
  }
}
