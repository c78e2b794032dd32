import Foundation
import SwiftData

// A base class in the course of time.

/// Nothing inherits yet.
enum PetsAlone {
  @Model class Beastie {
    var name: String
    var owner: PetOwner?
    init(_ name: String) { self.name = name }
  }

  @Model final class PetOwner {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Beastie.owner) var pets: [Beastie] = []
    var pick: Beastie?
    init(_ name: String) { self.name = name }
  }
}

/// A class inherits, with constraints and relationships of its own.
enum PetsFirst {
  @Model class Beastie {
    var name: String
    var owner: PetOwner?
    init(_ name: String) { self.name = name }
  }

  @Model final class Hamster: Beastie {
    #Unique<Hamster>([\.name])
    @Attribute(.unique) var cage: Int
    var rival: Hamster?
    init(_ name: String, cage: Int) {
      self.cage = cage
      super.init(name)
    }
  }

  @Model final class PetOwner {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Beastie.owner) var pets: [Beastie] = []
    var pick: Beastie?
    init(_ name: String) { self.name = name }
  }
}

/// Another class inherits, and the first has changed.
enum PetsSecond {
  @Model class Beastie {
    var name: String
    var age: Int = 1
    var owner: PetOwner?
    init(_ name: String) { self.name = name }
  }

  @Model class Hamster: Beastie {
    @Attribute(.unique, originalName: "cage") var number: Int
    var rival: Hamster?
    var wheel: String = "small"
    var key: UUID = UUID()
    init(_ name: String, number: Int) {
      self.number = number
      super.init(name)
    }
  }

  @Model final class Dwarf: Hamster {
    var size: Double
    init(_ name: String, number: Int, size: Double) {
      self.size = size
      super.init(name, number: number)
    }
  }

  @Model final class Parrot: Beastie {
    var words: [String]
    @Relationship var teachers: [PetOwner] = []
    init(_ name: String, words: [String]) {
      self.words = words
      super.init(name)
    }
  }

  @Model final class PetOwner {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Beastie.owner) var pets: [Beastie] = []
    var pick: Beastie?
    init(_ name: String) { self.name = name }
  }
}

/// A property without a default comes into a class.
enum PetsDemanding {
  @Model class Beastie {
    var name: String
    var owner: PetOwner?
    init(_ name: String) { self.name = name }
  }

  @Model final class Hamster: Beastie {
    @Attribute(.unique) var cage: Int
    var rival: Hamster?
    var colour: String
    init(_ name: String, cage: Int, colour: String) {
      self.cage = cage
      self.colour = colour
      super.init(name)
    }
  }

  @Model final class PetOwner {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Beastie.owner) var pets: [Beastie] = []
    var pick: Beastie?
    init(_ name: String) { self.name = name }
  }
}

/// The hamster is no pet any more.
enum PetsApart {
  @Model class Beastie {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Hamster {
    var cage: Int
    init(cage: Int) { self.cage = cage }
  }
}
