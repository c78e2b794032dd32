public import Foundation

/// The location and the options of a container's store.
///
/// ```swift
/// let archive = ModelConfiguration(
///   "archive", url: directory.appending(path: "archive.store"), allowsSave: false)
/// let container = try ModelContainer(for: Trip.self, configurations: archive)
/// ```
public struct ModelConfiguration: Identifiable, Hashable, CustomDebugStringConvertible, Sendable {
  /// The choice of the directory that holds the store: an app group's, or the program's own.
  public struct GroupContainer: Hashable, Sendable {
    enum Choice: Hashable { case automatic, none, identifier(String) }
    let choice: Choice
    /// The default: the program's own directory, as with ``none``.
    public static var automatic: GroupContainer { GroupContainer(choice: .automatic) }
    /// The program's own directory.
    public static var none: GroupContainer { GroupContainer(choice: .none) }
    /// The directory of an app group, which several programs share. On platforms other than Apple's, it is
    /// the subdirectory of this name in the directory for application support.
    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(choice: .identifier(groupName))
    }
  }

  /// The zone that a store is synced with.
  ///
  /// A program that has registered a hub for a container identifier syncs the stores whose configuration has
  /// it; see `SyncHub` in the module PerennialSync. Otherwise, and for a store whose configuration has `allowsSave`
  /// false, the value is recorded and has no effect.
  public struct CloudKitDatabase: Hashable, Sendable {
    enum Choice: Hashable { case automatic, none, `private`(String) }
    let choice: Choice
    /// The default: no database. Apple's framework takes the one that the program's entitlements name.
    public static var automatic: CloudKitDatabase { CloudKitDatabase(choice: .automatic) }
    /// No database.
    public static var none: CloudKitDatabase { CloudKitDatabase(choice: .none) }
    /// The user's private database of a container, such as `iCloud.com.example.kitchen`: the zone with this name
    /// on the hub that is registered for it.
    ///
    /// ```swift
    /// let synced = ModelConfiguration(cloudKitDatabase: .private("iCloud.com.example.kitchen"))
    /// ```
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(choice: .private(privateDBName))
    }
  }

  /// The time for which a store keeps its history.
  ///
  /// Apple's framework has no such setting. It keeps everything until it is deleted.
  public struct HistoryRetention: Hashable, Sendable {
    enum Choice: Hashable { case unlimited, none, age(Duration) }
    let choice: Choice

    /// Keeps the history until it is deleted explicitly; see ``ModelContext/deleteHistory(_:)``.
    public static var unlimited: HistoryRetention { HistoryRetention(choice: .unlimited) }
    /// Keeps no history. Other containers and processes that use the file do not receive the changes of this
    /// container, and it does not receive theirs.
    public static var none: HistoryRetention { HistoryRetention(choice: .none) }
    /// Deletes older transactions when the store is opened, and from time to time while it is written. Tokens
    /// from before expire with them.
    ///
    /// ```swift
    /// var configuration = ModelConfiguration()
    /// configuration.historyRetention = .atMost(.seconds(30 * 24 * 60 * 60))
    /// ```
    public static func atMost(_ age: Duration) -> HistoryRetention {
      HistoryRetention(choice: .age(age))
    }

    /// The maximum age in seconds; nil if there is none.
    var age: Double? {
      guard case .age(let age) = choice else { return nil }
      return age / .seconds(1)
    }
  }

  /// The store's file; `/dev/null` for a store in memory.
  public let url: URL
  /// The name of the configuration; `default` if none was given.
  public let name: String
  /// The app group that was given; nil if none was given.
  public let groupAppContainerIdentifier: String?
  /// The CloudKit container that was given; nil if none was given.
  public let cloudKitContainerIdentifier: String?
  /// The choice of the directory that holds the store.
  public let groupContainer: GroupContainer
  /// The CloudKit database that was given.
  public let cloudKitDatabase: CloudKitDatabase
  /// The part of the container's schema that this configuration keeps; nil for all of it.
  public var schema: Schema?
  /// The time for which the store keeps its history; unlimited by default.
  public var historyRetention = HistoryRetention.unlimited
  /// `true` if the store may be written.
  public let allowsSave: Bool
  /// `true` if the store is in memory, and ends with its container.
  public let isStoredInMemoryOnly: Bool

  /// The store's file.
  public var id: URL { url }

  /// Creates the configuration of the program's store at its default location, or in memory.
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  /// ```
  ///
  /// - Parameter isStoredInMemoryOnly: `true` for a store that ends with its container, for tests and previews.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Creates the configuration of a store for some of a container's models, at the default location
  /// or in memory.
  ///
  /// The models that the given ones are related to are in the same store.
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Trip.self, Recipe.self,
  ///   configurations: ModelConfiguration(for: Trip.self),
  ///   ModelConfiguration(for: Recipe.self, isStoredInMemoryOnly: true))
  /// ```
  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Creates the configuration of a store at a default location: `NAME.store` in the program's own directory,
  /// or `default.store` without a name.
  ///
  /// The program's own directory is a subdirectory of the one for application support. It is named after the
  /// identifier of the main bundle, or else after the executable: `~/.local/share/trips/default.store` on
  /// Linux. To share a store with another executable, specify an app group or a URL. Configurations of one
  /// program without a name refer to the same store.
  ///
  /// ```swift
  /// let notes = ModelConfiguration("notes", groupContainer: .identifier("group.com.example"))
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the configuration and of the file; nil for `default`.
  ///   - schema: The models that the store keeps; nil for all models of the container.
  ///   - isStoredInMemoryOnly: `true` for a store that ends with its container.
  ///   - allowsSave: `false` for a store that is only read. A save then throws ``SwiftDataError/readOnlyStore``.
  ///   - groupContainer: The directory of the file.
  ///   - cloudKitDatabase: The zone that the store is synced with.
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

  /// Creates the configuration of a store in a given file.
  ///
  /// ```swift
  /// let configuration = ModelConfiguration(url: directory.appending(path: "trips.store"))
  /// let container = try ModelContainer(for: Trip.self, configurations: configuration)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the configuration; nil for `default`.
  ///   - schema: The models that the store keeps; nil for all models of the container.
  ///   - url: The file. A missing file is created, with its directory, unless `allowsSave` is `false`.
  ///   - allowsSave: `false` for a store that is only read. A save then throws ``SwiftDataError/readOnlyStore``.
  ///   - cloudKitDatabase: The zone that the store is synced with.
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

  /// Returns a configuration for the same store in another file, which may be written.
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
  /// ```swift
  /// let configuration = ModelConfiguration("2026/trips")
  /// do {
  ///   try configuration.validate()
  /// } catch SwiftDataError.configurationFileNameContainsInvalidCharacters {
  ///   print("\(configuration.name) is not a file name.")
  /// }
  /// ```
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` for a URL that isn't a file URL,
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
        "the name of a configuration must be a valid part of a file name: “\(name)”")
    }
  }

  public var debugDescription: String {
    "ModelConfiguration(\(name), \(isStoredInMemoryOnly ? "in memory" : url.path))"
  }
}
