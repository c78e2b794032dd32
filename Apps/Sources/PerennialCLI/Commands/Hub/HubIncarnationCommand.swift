import ArgumentParser
import PerennialHub
import PerennialRecords

struct HubIncarnationCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "incarnation",
    abstract: "Tell devices that an earlier copy has replaced the database of a hub.",
    discussion: """
      Gives the database another number. Devices notice it at their next request, read everything again, and \
      offer what the copy does not have. Use it after you have restored a PostgreSQL database with its own \
      tools, before a hub runs. A hub recognises by itself that a file was replaced, and perennial hub restore \
      does it, too.

      EXAMPLES
        perennial hub incarnation --file postgresql://hub@db.example/hub
        perennial hub incarnation --yes --file hub.sqlite
      """)

  @OptionGroup var hub: HubDatabaseOptions
  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let incarnation = try await hub.use(.excludingHubs) { storage in
      try confirmation.ask("Let all devices read everything again?")
      return try await storage.renewIncarnation(at: StampClock.systemMilliseconds)
    }
    if json { return try Console.print(json: ["incarnation": incarnation]) }
    Console.print("The database has the number \(incarnation).")
  }
}
