import Foundation
import SwiftData

// Versions of one program's models: parcels, and how they change.

/// The models that all other versions are made from.
enum PostBase {
  @Model
  final class Parcel {
    var code: String
    var weight: Int
    var note: String?
    var size: Double
    init(_ code: String, weight: Int = 1, note: String? = nil, size: Double = 0.5) {
      self.code = code
      self.weight = weight
      self.note = note
      self.size = size
    }
  }
}

enum PostMood: String, Codable {
  case calm
  case hasty = "in a hurry"
}
struct PostPlace: Codable, Equatable { var street = "Main “Road” 1", number = 7 }

/// Attributes of every kind, and an entity.
enum PostAdded {
  @Model
  final class Parcel {
    var code: String
    var weight: Int
    var note: String?
    var size: Double
    var isOpen: Bool = true
    var count: Int = -3
    var small: Int8 = 7
    var huge: UInt64 = UInt64.max
    var ratio: Double = 0.1
    var single: Float = 0.25
    var endless: Double = Double.infinity
    var text: String = "it's “a” text\nof e\u{301} lines"
    var zero: String = "a\u{0}b"
    var date: Date = Date(timeIntervalSinceReferenceDate: 123_456.789)
    var data: Data = Data([0, 1, 255])
    var uuid: UUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var url: URL = URL(string: "https://example.org/a?b=c")!
    var price: Decimal = Decimal(string: "12.50")!
    var mood: PostMood = PostMood.hasty
    var place: PostPlace = PostPlace()
    var places: [PostPlace] = [PostPlace(), PostPlace()]
    var remark: String?
    var nickname: String? = "none yet"
    @Attribute(.ephemeral) var isSelected: Bool = true
    init(_ code: String) {
      self.code = code
      weight = 0
      size = 0
    }
  }

  @Model
  final class Stamp {
    @Attribute(.unique) var motif: String
    init(_ motif: String) { self.motif = motif }
  }
}

/// Defaults that differ each time.
enum PostIdentified {
  @Model
  final class Parcel {
    var code: String
    var weight: Int
    var note: String?
    var size: Double
    @Attribute(.unique) var identity: UUID = UUID()
    var made: Date = Date.now
    init(_ code: String) {
      self.code = code
      weight = 0
      size = 0
    }
  }
}

/// A required attribute that nothing is known of.
enum PostOwned {
  @Model
  final class Parcel {
    var code: String
    var weight: Int
    var note: String?
    var size: Double
    var owner: String
    var factor: Double
    init(_ code: String, owner: String) {
      self.code = code
      self.owner = owner
      weight = 0
      size = 0
      factor = 1
    }
  }
}

enum PostWithoutNote {
  @Model
  final class Parcel {
    var code: String
    var weight: Int
    var size: Double
    init(_ code: String) {
      self.code = code
      weight = 0
      size = 0
    }
  }
}

enum PostCodesOnly {
  @Model
  final class Parcel {
    var code: String
    init(_ code: String) { self.code = code }
  }
}

/// Something was renamed.
enum PostRenamed {
  @Model
  final class Parcel {
    #Index<Parcel>([\.mass])
    @Attribute(.unique, originalName: "code") var title: String
    @Attribute(originalName: "weight") var mass: Int
    var note: String?
    var size: Double
    init(_ title: String) {
      self.title = title
      mass = 0
      size = 0
    }
  }
}

/// The same property renamed once more, with the name that it had first; and its first name given to
/// another one.
enum PostRenamedTwice {
  @Model
  final class Parcel {
    @Attribute(originalName: "code") var headline: String
    @Attribute(originalName: "weight") var mass: Int
    var note: String?
    var size: Double
    var code: Int = 42
    init(_ headline: String) {
      self.headline = headline
      mass = 0
      size = 0
    }
  }
}

/// Two properties exchange their names.
enum PostSwapped {
  @Model
  final class Parcel {
    @Attribute(originalName: "note") var code: String?
    var weight: Int
    @Attribute(originalName: "code") var note: String
    var size: Double
    init(_ note: String) {
      self.note = note
      weight = 0
      size = 0
    }
  }
}

/// The version in which optional properties are required, and required ones optional.
enum PostRequired {
  @Model
  final class Parcel {
    var code: String?
    var weight: Int?
    var note: String = "nothing"
    var size: Double?
    init(_ code: String) { self.code = code }
  }
}

/// As above, with a default that differs each time.
enum PostNumbered {
  @Model
  final class Parcel {
    var code: String
    var weight: Int
    var note: String = UUID().uuidString
    var size: Double
    init(_ code: String) {
      self.code = code
      weight = 0
      size = 0
    }
  }
}

/// As above, without a default.
enum PostStrict {
  @Model
  final class Parcel {
    var code: String
    var weight: Int
    var note: String
    var size: Double
    init(_ code: String) {
      self.code = code
      weight = 0
      note = ""
      size = 0
    }
  }
}

enum PostIndexed {
  @Model
  final class Parcel {
    #Index<Parcel>([\.weight], [\.code, \.size])
    var code: String
    var weight: Int
    var note: String?
    var size: Double
    init(_ code: String) {
      self.code = code
      weight = 0
      size = 0
    }
  }
}

enum PostUnique {
  @Model
  final class Parcel {
    #Unique<Parcel>([\.code], [\.weight, \.note])
    var code: String
    var weight: Int
    var note: String?
    var size: Double
    init(_ code: String) {
      self.code = code
      weight = 0
      size = 0
    }
  }
}

/// Different in nothing but a modifier.
enum PostModified {
  @Model
  final class Parcel {
    @Attribute(hashModifier: "2") var code: String
    var weight: Int
    var note: String?
    var size: Double
    init(_ code: String) {
      self.code = code
      weight = 0
      size = 0
    }
  }
}
