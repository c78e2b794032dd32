import ArgumentParser
import Foundation
import Logging
import PerennialHub
import Testing

@testable import PerennialCLI

/// A setting with three values that can be told apart, and the value of none.
struct SettingCase: Sendable, CustomTestStringConvertible {
  let name: String
  let flags: [String]
  let variable: String
  let json: String
  /// The values as they are shown: from the flag, the variable, the file, and the default.
  let shown: [String]

  var testDescription: String { name }

  /// A setting whose values are written alike everywhere.
  init(
    _ name: String, _ values: [String], default standard: String = "none", quoted: Bool = true
  ) {
    self.name = name
    flags = ["--\(name)", values[0]]
    variable = values[1]
    json = quoted ? "\"\(values[2])\"" : values[2]
    shown = values + [standard]
  }

  init(_ name: String, flags: [String], variable: String, json: String, shown: [String]) {
    (self.name, self.flags, self.variable) = (name, flags, variable)
    (self.json, self.shown) = (json, shown)
  }

  static let all = [
    SettingCase(
      "database", flags: ["a.sqlite"], variable: "b.sqlite", json: "\"c.sqlite\"",
      shown: ["a.sqlite", "b.sqlite", "c.sqlite", "none"]),
    SettingCase("assets", ["a", "b", "c"]),
    SettingCase("host", ["127.0.0.2", "127.0.0.3", "::1"], default: "127.0.0.1"),
    SettingCase("port", ["1", "0", "65535"], default: "8431", quoted: false),
    SettingCase(
      "allowed-host", flags: ["--allowed-host", "a", "--allowed-host", "b"], variable: "c,d",
      json: "[\"e\", \"f\"]", shown: ["a, b", "c, d", "e, f", "none"]),
    SettingCase(
      "behind-proxy", flags: ["--no-behind-proxy"], variable: "yes", json: "true",
      shown: ["false", "true", "true", "false"]),
    SettingCase("connections", ["8", "9", "100000"], quoted: false),
    SettingCase("retention", ["1", "2", "36500"], default: "180", quoted: false),
    SettingCase("token-lifetime", ["1", "2", "36500"], quoted: false),
    SettingCase("device-rate", ["1", "0", "1000000"], default: "200", quoted: false),
    SettingCase("address-rate", ["1", "0", "1000000"], default: "0", quoted: false),
    SettingCase(
      "admin", flags: ["--no-admin"], variable: "yes", json: "true",
      shown: ["false", "true", "true", "false"]),
    SettingCase("log", ["debug", "warning", "error"], default: "info"),
  ]
}

@Suite("The configuration of a hub")
struct ConfigurationTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func configuration(
    _ arguments: [String] = [], _ environment: [String: String] = [:], file: String? = nil
  ) throws -> HubConfiguration {
    var arguments = arguments
    if let file {
      let url = folder.file("hub.json")
      try Data(file.utf8).write(to: url)
      arguments += ["--config", url.path]
    }
    let command = try HubServeCommand.parse(arguments)
    return try HubConfiguration(command, environment: environment)
  }

  /// A database for settings that aren't the database.
  private func base(_ setting: SettingCase) -> [String] {
    setting.name == "database" ? [] : ["hub.sqlite"]
  }

  @Test(
    "A flag counts before a variable, a variable before the file, and the file before the default",
    arguments: SettingCase.all)
  func precedence(setting: SettingCase) throws {
    let variable = "PERENNIAL_HUB_" + setting.name.uppercased().replacing("-", with: "_")
    let file = "{\"\(setting.name)\": \(setting.json)}"
    let path = folder.file("hub.json").path
    func entry(
      _ flags: [String], _ environment: [String: String], _ file: String?
    ) throws -> HubSettings.Entry? {
      try configuration(base(setting) + flags, environment, file: file).entries
        .first { $0.name == setting.name }
    }
    let environment = [variable: setting.variable, "PERENNIAL_STORE_SEEDS": "1"]
    let all = try entry(setting.flags, environment, file)
    #expect(all?.value == setting.shown[0] && all?.source == "--\(setting.name)")
    let two = try entry([], environment, file)
    #expect(two?.value == setting.shown[1] && two?.source == variable)
    let one = try entry([], [:], file)
    #expect(one?.value == setting.shown[2] && one?.source == path)
    if setting.name != "database" {
      let none = try entry([], [:], nil)
      #expect(none?.value == setting.shown[3] && none?.source == "default")
    }
  }

  @Test("Every option of the command is a setting")
  func options() throws {
    let help = HubServeCommand.helpMessage(columns: 200)
    let options = Set(
      help.matches(of: /^ +--(?!no-)([a-z-]+)/.anchorsMatchLineEndings()).map {
        String($0.1)
      })
    let entries = Set(try configuration(["hub.sqlite"]).entries.map(\.name))
    #expect(
      options.subtracting(["config", "print-configuration", "version"])
        == entries.subtracting(["database"]))
    let tested = Set(SettingCase.all.map(\.name)).union(["tls-certificate", "tls-key"])
    #expect(entries == tested)
  }

  @Test("The settings are those of the hub that runs")
  func effect() throws {
    let configuration = try configuration(
      [], ["PERENNIAL_HUB_PORT": "8432", "PERENNIAL_HUB_RETENTION": "2"],
      file: """
        {"database": "hub.sqlite", "tls-certificate": "chain.pem", "tls-key": "key.pem",
         "behind-proxy": true, "token-lifetime": 3, "port": 1, "connections": 50, "log": "error"}
        """)
    let (options, day) = (configuration.options, Int64(24 * 3600 * 1000))
    #expect(options.port == 8432 && options.retention == 2 * day && options.isBehindProxy)
    #expect(options.tokenLifetime == 3 * day && configuration.connections == 50)
    #expect(options.deviceRate == .ofDevice && options.addressRate == nil)
    #expect(options.certificate?.key.lastPathComponent == "key.pem")
    #expect(configuration.level == .error && configuration.database.title.hasSuffix("hub.sqlite"))
  }

  @Test("Addresses have a rate where devices reach the hub by their own addresses")
  func addressRates() throws {
    let reached = ["hub.sqlite", "--host", "0.0.0.0"]
    #expect(try configuration(reached).options.addressRate == .ofAddress)
    #expect(try configuration(reached + ["--behind-proxy"]).options.addressRate == nil)
    #expect(try configuration(reached + ["--address-rate", "0"]).options.addressRate == nil)
    let local = try configuration(["hub.sqlite", "--address-rate", "50", "--device-rate", "0"])
    #expect(local.options.addressRate == RequestRate(perSecond: 50, burst: 500))
    #expect(local.options.deviceRate == nil)
  }

  @Test("The address of a server is not shown, because it can have a password")
  func secrets() throws {
    let address = "postgresql://hub:secret@db.example/hub"
    for configuration in [
      try configuration([address]), try configuration([], ["PERENNIAL_HUB_DATABASE": address]),
    ] {
      #expect(configuration.entries.first?.value == "(hidden)")
      #expect(!"\(configuration.entries)".contains("secret"))
    }
  }

  @Test(
    "A wrong file is refused with its name, the setting, the value and the allowed ones",
    arguments: [
      ("{\"prot\": 8432}", "“prot” isn't a setting of a hub. The settings are address-rate"),
      ("{\"port\": 99999}", "“port” is “99999”. Allowed: a whole number from 0 to 65535."),
      ("{\"port\": \"8432\"}", "“port” is “8432”. Allowed: a whole number from 0 to 65535."),
      ("{\"port\": true}", "“port” is “true”. Allowed: a whole number from 0 to 65535."),
      ("{\"port\": 1.5}", "“port” is “a value of another type”. Allowed: a whole number"),
      ("{\"port\": null}", "“port” is “a value of another type”. Allowed: a whole number"),
      ("{\"host\": 5}", "“host” is “5”. Allowed: a text."),
      ("{\"behind-proxy\": 1}", "“behind-proxy” is “1”. Allowed: true or false."),
      ("{\"allowed-host\": \"a\"}", "“allowed-host” is “a”. Allowed: a list of texts."),
      ("{\"log\": \"loud\"}", "“log” is “loud”. Allowed: trace, debug, info"),
      ("{\"tls\": {\"key\": \"a\"}}", "“tls” isn't a setting"),
      ("[1]", "isn't a JSON object"), ("", "isn't a JSON object"),
    ])
  func wrongFiles(file: String, message: String) throws {
    let error = #expect(throws: HubSettingError.self) {
      try configuration(["hub.sqlite"], file: file)
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains(folder.file("hub.json").path) == true)
  }

  @Test(
    "A wrong variable or flag is refused with its name, the value and the allowed ones",
    arguments: [
      (["PERENNIAL_HUB_PORT": "x"], [], "PERENNIAL_HUB_PORT is “x”. Allowed: a whole number"),
      (["PERENNIAL_HUB_PORT": "70000"], [], "PERENNIAL_HUB_PORT is “70000”. Allowed: a whole"),
      (["PERENNIAL_HUB_LOG": "loud"], [], "PERENNIAL_HUB_LOG is “loud”. Allowed: trace"),
      (["PERENNIAL_HUB_BEHIND_PROXY": "x"], [], "PERENNIAL_HUB_BEHIND_PROXY is “x”. Allowed: true"),
      (["PERENNIAL_HUB_PROT": "1"], [], "PERENNIAL_HUB_PROT isn't a variable of a hub."),
      ([:], ["--port", "99999"], "--port is “99999”. Allowed: a whole number from 0 to 65535."),
      ([:], ["--retention", "0"], "--retention is “0”. Allowed: a whole number from 1 to 36500."),
      ([:], ["--connections", "7"], "--connections is “7”. Allowed: a whole number from 8"),
      ([:], ["--tls-key", "a"], "tls-certificate and tls-key need each other"),
    ] as [([String: String], [String], String)])
  func wrongValues(
    environment: [String: String], flags: [String], message: String
  ) throws {
    let error = #expect(throws: HubSettingError.self) {
      try configuration(["hub.sqlite"] + flags, environment)
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("A file that does not exist is refused, and so is a hub without a database")
  func missing() throws {
    #expect(throws: MissingFile.self) {
      try configuration(["hub.sqlite", "--config", folder.file("none.json").path])
    }
    #expect(throws: MissingFile.self) {
      try configuration(["hub.sqlite"], ["PERENNIAL_HUB_CONFIG": folder.file("none.json").path])
    }
    #expect(throws: ValidationError.self) { try configuration() }
  }
}
