import Foundation
import SwiftData

// The models of the tests of conflicts.

@Model
final class Essay {
  var title: String
  var body: String
  var tags: Set<String> = []
  var due: Date?
  var reviewer: Reviewer?
  @Relationship(inverse: \Seal.essay) var seal: Seal?
  @Relationship(deleteRule: .cascade, inverse: \Remark.essay) var remarks: [Remark] = []

  init(_ title: String, body: String = "") {
    self.title = title
    self.body = body
  }
}

@Model
final class Remark {
  var text: String
  var essay: Essay?

  init(_ text: String) { self.text = text }
}

@Model
final class Reviewer {
  @Attribute(.unique) var name: String
  var rank: Int
  @Relationship(inverse: \Essay.reviewer) var essays: [Essay] = []

  init(_ name: String, rank: Int = 0) {
    self.name = name
    self.rank = rank
  }
}

@Model
final class Seal {
  var number: Int
  var essay: Essay?

  init(_ number: Int) { self.number = number }
}

extension ModelContext {
  /// The only object of a model.
  func only<Model: PersistentModel>(_ type: Model.Type) throws -> Model? {
    try fetch(FetchDescriptor<Model>()).first
  }
}
