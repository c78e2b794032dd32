import Foundation
import SwiftData

// The models of the tests of external storage.

@Model
final class Enclosure {
  var name: String
  @Attribute(.externalStorage) var content: Data
  @Attribute(.externalStorage) var preview: Data?
  @Attribute(.externalStorage) var text = ""
  @Attribute(.externalStorage) var caption: String?
  @Attribute(.externalStorage) var numbers: [Int] = []
  @Attribute(.externalStorage) var count = 0
  @Attribute(.externalStorage, .transformable(by: ReversingTransformer.self)) var secret: Data?
  @Attribute(.unique) var code: Int?

  init(_ name: String, _ content: Data = Data()) {
    self.name = name
    self.content = content
  }
}

/// Data the other way round.
final class ReversingTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSData.self }
  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { Data($0.reversed()) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }
}

@Model
final class Relic {
  @Attribute(.externalStorage, .preserveValueOnDeletion) var scan: Data
  init(_ scan: Data) { self.scan = scan }
}

@Model
final class Hallmark {
  @Attribute(.unique, .externalStorage) var print: Data
  init(_ print: Data) { self.print = print }
}

/// A model before its values were kept beside the store.
enum PaperInRow {
  @Model
  final class Paper {
    var title: String
    var scan: Data
    var text: String?
    var pages: [Int] = []
    var note = ""

    init(_ title: String, _ scan: Data, _ text: String? = nil) {
      self.title = title
      self.scan = scan
      self.text = text
    }
  }
}

/// The same with the option.
enum PaperBeside {
  @Model
  final class Paper {
    var title: String
    @Attribute(.externalStorage) var scan: Data
    @Attribute(.externalStorage) var text: String?
    @Attribute(.externalStorage) var pages: [Int] = []
    var note = ""

    init(_ title: String, _ scan: Data, _ text: String? = nil) {
      self.title = title
      self.scan = scan
      self.text = text
    }
  }
}

/// Another property goes, another is renamed, and one is new.
enum PaperRenamed {
  @Model
  final class Paper {
    var title: String
    @Attribute(.externalStorage, originalName: "scan") var image: Data
    @Attribute(.externalStorage) var pages: [Int] = []
    @Attribute(.externalStorage) var cover = Data([7])

    init(_ title: String, _ image: Data) {
      self.title = title
      self.image = image
    }
  }
}

/// A value that is given once.
@Model
final class Impression {
  @Attribute(.externalStorage) let wax: Data
  init(_ wax: Data) { self.wax = wax }
}
