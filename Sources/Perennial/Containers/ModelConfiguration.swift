public import Foundation

/// Where and how a container keeps its objects.
public struct ModelConfiguration: Identifiable, Hashable, CustomDebugStringConvertible, Sendable,
  DataStoreConfiguration
{
  public typealias Store = DefaultStore

  /// Whether an app group's directory holds the store.
  public struct GroupContainer: Hashable, Sendable {
    enum Choice: Hashable { case automatic, none, identifier(String) }
    let choice: Choice
    /// The app group of the program's entitlements, where there are such.
    public static var automatic: GroupContainer { GroupContainer(choice: .automatic) }
    /// The program's own directory.
    public static var none: GroupContainer { GroupContainer(choice: .none) }
    /// The directory of an app group, which several programs share. Off Apple's platforms it is the
    /// directory of this name in the one for application support.
    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(choice: .identifier(groupName))
    }
  }

  /// Apple's CloudKit synchronisation. It is recorded, and has no effect: CloudKit exists on
  /// Apple's platforms only.
  public struct CloudKitDatabase: Hashable, Sendable {
    enum Choice: Hashable { case automatic, none, `private`(String) }
    let choice: Choice
    public static var automatic: CloudKitDatabase { CloudKitDatabase(choice: .automatic) }
    public static var none: CloudKitDatabase { CloudKitDatabase(choice: .none) }
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(choice: .private(privateDBName))
    }
  }

  /// How long a store keeps its history.
  ///
  /// Apple's framework has no such setting, and keeps everything until it is deleted.
  public struct HistoryRetention: Hashable, Sendable {
    enum Choice: Hashable { case unlimited, none, age(Duration) }
    let choice: Choice

    /// Until somebody deletes it; see ``ModelContext/deleteHistory(_:)``.
    public static var unlimited: HistoryRetention { HistoryRetention(choice: .unlimited) }
    /// No history. Other containers on the file, and other processes, then do not learn of the
    /// changes that are made here, nor this one of theirs.
    public static var none: HistoryRetention { HistoryRetention(choice: .none) }
    /// Transactions that are older are deleted when the store is opened, and from time to time
    /// while it is written. Tokens of before expire with them.
    public static func atMost(_ age: Duration) -> HistoryRetention {
      HistoryRetention(choice: .age(age))
    }

    /// In seconds.
    var age: Double? {
      guard case .age(let age) = choice else { return nil }
      return age / .seconds(1)
    }
  }

  /// The store's file; `/dev/null` for a store in memory.
  public let url: URL
  public let name: String
  public let groupAppContainerIdentifier: String?
  public let cloudKitContainerIdentifier: String?
  public let groupContainer: GroupContainer
  public let cloudKitDatabase: CloudKitDatabase
  /// The part of the container's schema that this configuration keeps; nil for all of it.
  public var schema: Schema?
  /// How long the store keeps its history: without a limit unless it is set.
  public var historyRetention = HistoryRetention.unlimited
  /// Whether the store may be written.
  public let allowsSave: Bool
  /// Whether the store lives in memory, and ends with its container.
  public let isStoredInMemoryOnly: Bool

  public var id: URL { url }

  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// A store with a default place: `NAME.store` in the program's own directory, or `default.store` without a
  /// name.
  ///
  /// The program's own directory lies in the one for application support. It is called after the identifier
  /// of the main bundle, or else after the executable: `~/.local/share/trips/default.store` on Linux. To
  /// share a store with another executable, name an app group or a URL. Configurations of one program
  /// without a name mean the same store.
  public init(
    _ name: String? = nil,
    schema: Schema? = nil,
    isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true,
    groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.init(
      name: name, schema: schema,
      url: isStoredInMemoryOnly
        ? URL(fileURLWithPath: "/dev/null")
        : Self.directory(groupContainer).appendingPathComponent("\(name ?? "default").store"),
      isStoredInMemoryOnly: isStoredInMemoryOnly, allowsSave: allowsSave,
      groupContainer: groupContainer, cloudKitDatabase: cloudKitDatabase)
  }

  /// A store in a given file.
  public init(
    _ name: String? = nil,
    schema: Schema? = nil,
    url: URL,
    allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.init(
      name: name, schema: schema, url: url, isStoredInMemoryOnly: url.path == "/dev/null",
      allowsSave: allowsSave, groupContainer: .none, cloudKitDatabase: cloudKitDatabase)
  }

  private init(
    name: String?, schema: Schema?, url: URL, isStoredInMemoryOnly: Bool, allowsSave: Bool,
    groupContainer: GroupContainer, cloudKitDatabase: CloudKitDatabase
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.url = url
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    if case .identifier(let group) = groupContainer.choice {
      groupAppContainerIdentifier = group
    } else {
      groupAppContainerIdentifier = nil
    }
    if case .private(let database) = cloudKitDatabase.choice {
      cloudKitContainerIdentifier = database
    } else {
      cloudKitContainerIdentifier = nil
    }
  }

  /// The same store in another file, which may be written.
  func moved(to url: URL) -> ModelConfiguration {
    var moved = ModelConfiguration(name, schema: schema, url: url)
    moved.historyRetention = historyRetention
    return moved
  }

  private static func directory(_ group: GroupContainer) -> URL {
    guard case .identifier(let name) = group.choice else { return DefaultDirectory.ofProgram }
    return DefaultDirectory.ofGroup(name)
  }

  /// Checks the URL, and the name of the file.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` for a URL that is not one of a file,
  ///   ``SwiftDataError/configurationFileNameTooLong`` beyond 255 bytes,
  ///   ``SwiftDataError/configurationFileNameContainsInvalidCharacters`` for a slash or a null.
  public func validate() throws {
    if isStoredInMemoryOnly { return }
    if let scheme = url.scheme, !url.isFileURL {
      throw SwiftDataError.loadIssueModelContainer.because(
        """
        the configuration “\(name)” has the URL \(url.absoluteString), whose scheme is \(scheme). A store is a \
        file on this computer: use URL(fileURLWithPath:)
        """)
    }
    let file = url.lastPathComponent
    if file.utf8.count > 255 {
      throw SwiftDataError.configurationFileNameTooLong.because(
        "a file name has at most 255 bytes: “\(file.prefix(40))…” has \(file.utf8.count)")
    }
    if name.contains(where: { $0 == "/" || $0 == "\0" }) {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters.because(
        "the name of a configuration is part of a file's: “\(name)”")
    }
  }

  public var debugDescription: String {
    "ModelConfiguration(\(name), \(isStoredInMemoryOnly ? "in memory" : url.path))"
  }
}
