import Foundation
import SwiftData

@Model
final class Tool {
  #Unique<Tool>([\.name])

  var name: String
  @Relationship(deleteRule: .nullify, inverse: \Member.tools) var holder: Member?

  init(_ name: String) { self.name = name }
}

@Model
final class Member {
  var name: String
  var tools: [Tool] = []

  init(_ name: String) { self.name = name }
}

enum LendingError: Error, Equatable {
  case lentAlready(tool: String, to: String)
  case tooManyTools(member: String)
}

/// The rules of a tool library. The context is given, so that tests can give theirs.
struct Lending {
  static let mostTools = 2
  let context: ModelContext

  func lend(_ tool: Tool, to member: Member) throws {
    if let holder = tool.holder {
      throw LendingError.lentAlready(tool: tool.name, to: holder.name)
    }
    guard member.tools.count < Self.mostTools else {
      throw LendingError.tooManyTools(member: member.name)
    }
    tool.holder = member
    try context.save()
  }
}
