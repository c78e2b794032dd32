import Foundation
import SwiftData

// The models of the tests of full-text search.

@Model
final class Manual {
  @Attribute(.spotlight) var title: String
  @Attribute(.spotlight) var body: String?
  @Attribute(.spotlight) var kind: Kind = Kind.guide
  @Attribute(.spotlight) var year = 2000
  @Attribute(.unique) var code: Int?
  var note = ""

  enum Kind: String, Codable {
    case guide, reference
  }

  init(_ title: String, _ body: String? = nil) {
    self.title = title
    self.body = body
  }
}

/// A model before its texts could be searched.
enum NotesSilent {
  @Model
  final class Jotting {
    var text: String
    var other = ""
    init(_ text: String) { self.text = text }
  }
}

/// The same with a searchable text.
enum NotesSearched {
  @Model
  final class Jotting {
    @Attribute(.spotlight) var text: String
    var other = ""
    init(_ text: String) { self.text = text }
  }
}

/// The text has another name, another property is gone, and another text can be searched.
enum NotesRenamed {
  @Model
  final class Jotting {
    @Attribute(.spotlight, originalName: "text") var words: String
    @Attribute(.spotlight) var heading = "untitled"
    init(_ words: String) { self.words = words }
  }
}

/// A hierarchy whose classes have searchable texts of their own, and large values.
@Model
class Publication {
  @Attribute(.spotlight) var title: String
  @Attribute(.externalStorage) var cover = Data()
  init(title: String) { self.title = title }
}

@Model
final class Periodical: Publication {
  @Attribute(.spotlight) var editorial: String
  @Attribute(.externalStorage) var issue: Data?

  init(title: String, editorial: String) {
    self.editorial = editorial
    super.init(title: title)
  }
}
