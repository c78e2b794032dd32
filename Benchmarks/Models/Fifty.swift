import Foundation
import SwiftData

/// A schema of fifty entities, each of which refers to the next one.
enum Fifty {
  @Model
  final class Entity00 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity01?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity01 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity02?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity02 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity03?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity03 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity04?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity04 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity05?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity05 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity06?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity06 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity07?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity07 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity08?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity08 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity09?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity09 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity10?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity10 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity11?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity11 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity12?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity12 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity13?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity13 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity14?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity14 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity15?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity15 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity16?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity16 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity17?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity17 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity18?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity18 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity19?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity19 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity20?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity20 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity21?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity21 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity22?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity22 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity23?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity23 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity24?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity24 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity25?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity25 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity26?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity26 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity27?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity27 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity28?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity28 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity29?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity29 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity30?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity30 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity31?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity31 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity32?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity32 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity33?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity33 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity34?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity34 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity35?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity35 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity36?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity36 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity37?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity37 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity38?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity38 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity39?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity39 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity40?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity40 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity41?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity41 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity42?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity42 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity43?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity43 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity44?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity44 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity45?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity45 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity46?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity46 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity47?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity47 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity48?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity48 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity49?

    init(number: Int) {
      self.number = number
    }
  }

  @Model
  final class Entity49 {
    @Attribute(.unique) var number: Int
    var name: String = ""
    var date: Date?
    var next: Entity00?

    init(number: Int) {
      self.number = number
    }
  }
}
