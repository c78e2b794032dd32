import ArgumentParser
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The confirmation of a change that the same command cannot take back.
struct Confirmation: ParsableArguments {
  @Flag(help: "Do not ask for confirmation.")
  var yes = false

  /// Asks, unless that is not wanted.
  ///
  /// - Throws: ``Unconfirmed``.
  func ask(_ question: String) throws {
    if yes { return }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Unconfirmed(
        description:
          "\(question) The input is not a terminal, so the command cannot ask. Use --yes to confirm"
      )
    }
    Console.draw("\(question) [y/N] ")
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    guard answer == "y" || answer == "yes" else {
      throw Unconfirmed(description: "Nothing was done")
    }
  }
}

/// The error for a change that was not confirmed.
struct Unconfirmed: CommandError {
  let exitStatus = ExitStatus.unconfirmed
  let description: String
}
