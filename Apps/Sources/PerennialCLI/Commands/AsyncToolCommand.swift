import ArgumentParser

/// A command that waits for something, and whose errors end it as those of a ``ToolCommand`` do.
protocol AsyncToolCommand: AsyncParsableCommand {
  func perform() async throws
}

extension AsyncToolCommand {
  func run() async throws {
    do {
      try await perform()
    } catch {
      throw ExitStatus.report(error)
    }
  }
}
