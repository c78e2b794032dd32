import ArgumentParser

struct HubCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hub",
    abstract: "Run a hub that devices sync with, and administer it.",
    discussion: """
      A hub keeps the records of all accounts in one file. The commands that administer it can be used while \
      it runs. Documentation/Protocol.md describes the requests of devices.

      EXAMPLES
        perennial hub account add ann --file hub.sqlite
        perennial hub serve hub.sqlite
        perennial hub pair ann --file hub.sqlite
        perennial hub backup hub.sqlite /media/usb/hub.backup
        perennial hub move hub.sqlite postgresql://hub@db.example/hub --to-assets /srv/hub-assets
      """,
    subcommands: [
      HubServeCommand.self, HubAccountCommand.self, HubPairCommand.self, HubDevicesCommand.self,
      HubRoleCommand.self, HubRevokeCommand.self, HubAuditCommand.self, HubBackupCommand.self,
      HubRestoreCommand.self, HubIncarnationCommand.self, HubCheckCommand.self,
      HubCompactCommand.self, HubMoveCommand.self, HubStatsCommand.self, HubLoadCommand.self,
      HubWebKeyCommand.self,
    ]
  )
}
