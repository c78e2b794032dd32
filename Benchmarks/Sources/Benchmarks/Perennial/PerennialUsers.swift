import Foundation
import SwiftData

/// The simple objects, by Perennial.
final class PerennialUsers: UserContender {
  static let library = Library.perennial

  private let container: ModelContainer

  init(at file: URL) throws {
    container = try ModelContainer(for: User.self, configurations: ModelConfiguration(url: file))
  }

  func instantiate(_ values: [UserValues], _ stopwatch: Stopwatch) {
    stopwatch.time(UserSteps.instantiate) {
      let users = values.map(User.init)
      use(users)
      return users.count
    }
  }

  func create(_ values: [UserValues], _ stopwatch: Stopwatch) throws {
    try stopwatch.time(UserSteps.create, operations: values.count) {
      let context = ModelContext(container)
      for values in values { context.insert(User(values)) }
      try context.save()
    }
  }

  func fetch(_ firstName: String, times: Int, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(UserSteps.fetch, operations: times) {
      for _ in 0..<times { use(try users(firstName, ModelContext(container))) }
    }
  }

  func rename(_ firstName: String, to newName: String, _ stopwatch: Stopwatch) throws {
    let context = ModelContext(container)
    let users = try users(firstName, context)
    try stopwatch.time(UserSteps.rename, operations: users.count) {
      for user in users { user.firstName = newName }
      try context.save()
    }
  }

  func deleteAll(_ stopwatch: Stopwatch) throws {
    try stopwatch.time(UserSteps.delete, operations: 1) {
      let context = ModelContext(container)
      try context.delete(model: User.self)
      try context.save()
    }
  }

  private func users(_ firstName: String, _ context: ModelContext) throws -> [User] {
    let descriptor = FetchDescriptor<User>(
      predicate: #Predicate { $0.firstName == firstName },
      sortBy: [SortDescriptor(\.age)]
    )
    return try context.fetch(descriptor)
  }
}
