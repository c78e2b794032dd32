import Configuration
import Foundation

/// The settings of a hub, each from the first of these that has it: a flag, the environment, the file, the default.
///
/// A setting has one name: `allowed-host` is `--allowed-host`, `PERENNIAL_HUB_ALLOWED_HOST`, and `"allowed-host"` in
/// the file.
struct HubSettings {
  /// A setting as it holds.
  struct Entry: Equatable {
    let name: String
    let value: String
    let source: String
  }

  /// A value, and the source that has it.
  private struct Found {
    let content: ConfigContent
    let source: Source
  }

  private enum Source {
    case flag, environment, file, standard
  }

  private let environment: [String: String]
  private let variables: EnvironmentVariablesProvider
  private let file: SettingsFile?
  /// The settings that were asked for.
  private(set) var entries: [Entry] = []

  /// - Parameters:
  ///   - environment: All variables. Those that do not begin with ``prefix`` are ignored.
  ///   - file: The file; nil if there is none.
  init(environment: [String: String], file: SettingsFile?) {
    self.environment = environment.filter { $0.key.hasPrefix(Self.prefix) }
    variables = EnvironmentVariablesProvider(environmentVariables: self.environment)
    self.file = file
  }

  /// The beginning of the names of variables.
  static let prefix = "PERENNIAL_HUB_"

  /// Returns the name of a setting's variable.
  static func variable(_ name: String) -> String {
    prefix + name.uppercased().replacing("-", with: "_")
  }

  // MARK: Values

  /// - Parameter isSecret: Returns `true` for a value that is not shown.
  mutating func text(
    _ name: String, _ flag: String?, default standard: String? = nil,
    isSecret: (String) -> Bool = { _ in false }
  ) throws(HubSettingError) -> String? {
    let found = try find(
      name, flag: flag.map { .string($0) }, standard: standard.map { .string($0) }, type: .string,
      allowed: "a text")
    guard case .string(let text)? = found?.content else {
      return note(name, value: nil, found: found, text: nil)
    }
    return note(name, value: text, found: found, text: isSecret(text) ? "(hidden)" : text)
  }

  mutating func texts(
    _ name: String, _ flag: [String]
  ) throws(HubSettingError) -> [String] {
    let found = try find(
      name, flag: flag.isEmpty ? nil : .stringArray(flag), standard: .stringArray([]),
      type: .stringArray, allowed: "a list of texts")
    guard case .stringArray(let texts)? = found?.content else {
      return note(name, value: [], found: found, text: nil)
    }
    return note(
      name, value: texts, found: found, text: texts.isEmpty ? nil : texts.joined(separator: ", "))
  }

  mutating func boolean(_ name: String, _ flag: Bool?) throws(HubSettingError) -> Bool {
    let found = try find(
      name, flag: flag.map { .bool($0) }, standard: .bool(false), type: .bool,
      allowed: "true or false")
    guard case .bool(let value)? = found?.content else {
      return note(name, value: false, found: found, text: nil)
    }
    return note(name, value: value, found: found, text: "\(value)")
  }

  mutating func integer(
    _ name: String, _ flag: Int?, default standard: Int? = nil, in range: ClosedRange<Int>
  ) throws(HubSettingError) -> Int? {
    let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let found = try find(
      name, flag: flag.map { .int($0) }, standard: standard.map { .int($0) }, type: .int,
      allowed: allowed)
    guard let found, case .int(let value) = found.content else {
      return note(name, value: nil, found: nil, text: nil)
    }
    guard range.contains(value) else {
      throw wrong(name, value: "\(value)", from: found.source, allowed: allowed)
    }
    return note(name, value: value, found: found, text: "\(value)")
  }

  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, _ flag: Value?, default standard: Value
  ) throws(HubSettingError) -> Value where Value.RawValue == String {
    let allowed = Value.allCases.map(\.rawValue).joined(separator: ", ")
    let found = try find(
      name, flag: flag.map { .string($0.rawValue) }, standard: .string(standard.rawValue),
      type: .string, allowed: allowed)
    guard let found, case .string(let text) = found.content else {
      return note(name, value: standard, found: nil, text: standard.rawValue)
    }
    guard let value = Value(rawValue: text) else {
      throw wrong(name, value: text, from: found.source, allowed: allowed)
    }
    return note(name, value: value, found: found, text: text)
  }

  /// Checks that the environment and the file have no other settings than those that were asked for.
  func checkNames() throws(HubSettingError) {
    let names = Set(entries.map(\.name))
    let allowed = names.sorted().joined(separator: ", ")
    if let file, let name = file.values.keys.sorted().first(where: { !names.contains($0) }) {
      throw HubSettingError(
        "\(file.path): “\(name)” isn't a setting of a hub. The settings are \(allowed).")
    }
    let variables = Set(names.map(Self.variable) + [Self.variable("config")])
    if let name = environment.keys.sorted().first(where: { !variables.contains($0) }) {
      throw HubSettingError(
        "\(name) isn't a variable of a hub. The variables are "
          + "\(variables.sorted().joined(separator: ", ")).")
    }
  }

  // MARK: Sources

  private func find(
    _ name: String, flag: ConfigContent?, standard: ConfigContent?, type: ConfigType,
    allowed: String
  ) throws(HubSettingError) -> Found? {
    if let flag { return Found(content: flag, source: .flag) }
    let variable = Self.variable(name)
    do {
      let key = AbsoluteConfigKey(["perennial", "hub", name])
      if let value = try variables.value(forKey: key, type: type).value {
        return Found(content: value.content, source: .environment)
      }
    } catch {
      throw wrong(name, value: environment[variable] ?? "", from: .environment, allowed: allowed)
    }
    do {
      let key = AbsoluteConfigKey([name])
      if let value = try file?.provider.value(forKey: key, type: type).value {
        return Found(content: value.content, source: .file)
      }
    } catch {
      throw wrong(name, value: file?.values[name]?.description ?? "", from: .file, allowed: allowed)
    }
    return standard.map { Found(content: $0, source: .standard) }
  }

  private func title(_ name: String, _ source: Source) -> String {
    switch source {
    case .flag: "--\(name)"
    case .environment: Self.variable(name)
    case .file: file?.path ?? ""
    case .standard: "default"
    }
  }

  /// - Parameter allowed: The words for the values that are allowed.
  private func wrong(
    _ name: String, value: String, from source: Source, allowed: String
  ) -> HubSettingError {
    let place = source == .file ? "\(title(name, source)): “\(name)”" : title(name, source)
    return HubSettingError("\(place) is “\(value)”. Allowed: \(allowed).")
  }

  private mutating func note<Value>(
    _ name: String, value: Value, found: Found?, text: String?
  ) -> Value {
    entries.append(
      Entry(name: name, value: text ?? "none", source: title(name, found?.source ?? .standard)))
    return value
  }
}

/// An error in a setting. It names the source, the setting, the value and the values that are allowed.
struct HubSettingError: CommandError {
  let exitStatus = ExitStatus.misused
  let description: String

  init(_ description: String) { self.description = description }
}
