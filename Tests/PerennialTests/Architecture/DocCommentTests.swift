import Testing

/// The shares of doc comments and of samples. `SampleCompilationTests` compiles the samples.
@Suite("Architecture: doc comments")
struct DocCommentTests {
  /// The modules that programs import. PerennialReplication has no product.
  private static let modules = [
    "FoundationGaps", "Perennial", "PerennialAppleStores", "PerennialInspection",
    "PerennialPresets", "PerennialRecords", "PerennialStoreImport", "PerennialSync", "PerennialUI",
  ]

  /// The types whose functions programs call first.
  private static let firstTypes: Set = [
    // Containers, contexts, fetches and results
    "FetchDescriptor", "ModelConfiguration", "ModelContainer", "ModelContext", "Predicate",
    "ResultsObserver", "Schema", "SectionedResults", "SortDescriptor",
    // Views
    "ModelHandlers", "Scene", "View",
    // Histories and backups
    "Backup", "BackupRetention", "HistoryDescriptor", "HistoryObserver",
    // Presets
    "DataStack", "DataStackConfiguration", "DuplicateRule", "JSONPresets", "PresetCatalog",
    "PresetDuplicates", "PresetLibrary", "PresetParts", "Presets",
    // Sync
    "DeviceCode", "HubAccount", "RecoveryPhrase", "SealedData", "Sealing", "StoreSync", "SyncHub",
    // Stores without classes
    "FieldInput", "InspectedStore", "RowQuery", "StoreAdoption", "StoreDiagnosis", "StoreEditor",
    "StoreImport", "StoreModels", "StoreRepair", "StoreRestoration",
  ]

  /// The files, which all tests read once.
  private static let all = Result { try DocumentedFile.all() }

  private let files: [DocumentedFile]

  init() throws { files = try Self.all.get() }

  @Test("20 % of the lines in files with public declarations are doc comments")
  func lines() {
    #expect(files.count > 250)
    expectLines(in: files)
  }

  @Test("10 % of the public declarations with a doc comment have a sample in it")
  func samples() { expectSamples(in: files) }

  @Test("Each module that programs import has both shares", arguments: modules)
  func module(_ name: String) {
    let files = files.filter { $0.module == name }
    #expect(!files.isEmpty)
    expectLines(in: files)
    expectSamples(in: files)
  }

  /// One overload of a function with a sample is enough.
  @Test("Each function of the types that programs use first has a sample")
  func firstCalls() {
    let calls = files.flatMap(\.functions).filter {
      Self.firstTypes.contains($0.owner) && $0.name != "hash"
    }
    let functions = Dictionary(grouping: calls) { "\($0.owner).\($0.name)" }
    let lacking = functions.filter { !$0.value.contains(where: \.hasSample) }.keys.sorted()
    #expect(
      lacking.isEmpty, "Show a call in the doc comment of \(lacking.joined(separator: ", "))")
    #expect(functions.count > 170)
    #expect(Set(calls.map(\.owner)) == Self.firstTypes)
  }

  @Test("A sample counts for the declaration below it, and for no deprecated or nested one")
  func counting() throws {
    let text = """
      /// A store.
      ///
      /// ```swift
      /// let store = Store()
      /// ```
      public struct Store: Sendable {
        /// Creates a store.
        public init?() {}

        /// Saves values.
        ///
        /// ```swift
        /// try store.save([])
        /// ```
        @discardableResult
        public func save<Value>(
          _ values: [Value]
        ) throws -> Int { 0 }

        /// The former name of ``save(_:)``.
        @available(*, deprecated, renamed: "save(_:)")
        public func write() {}

        /// An option.
        public struct Option {
          /// Creates an option.
          public init() {}
        }

        /// Counts the rows.
        func count() -> Int { 0 }

        public func reset() {}
      }
      """
    let file = try #require(DocumentedFile(path: "Stores/Store.swift", text: text))
    #expect(file.module == "Stores")
    #expect(file.lineCount == 34)
    #expect(file.docLineCount == 15)
    #expect(file.publicCount == 6)
    #expect(file.sampleCount == 2)
    #expect(file.functions.map(\.name) == ["init", "save"])
    #expect(file.functions.map(\.owner) == ["Store", "Store"])
    #expect(file.functions.map(\.hasSample) == [false, true])
  }

  private func expectLines(in files: [DocumentedFile]) {
    expect(20, \.docLineCount, of: \.lineCount, in: files, "lines that are doc comments")
  }

  private func expectSamples(in files: [DocumentedFile]) {
    expect(
      10, \.sampleCount, of: \.publicCount, in: files,
      "documented public declarations with a sample")
  }

  /// Records an issue if a share of files is too low. The issue names the files that lack the most.
  ///
  /// - Parameters:
  ///   - percent: The least share, in percent.
  ///   - part: The counted part of a file.
  ///   - whole: The number of which it is a part.
  ///   - files: The files.
  ///   - noun: The name of the part.
  private func expect(
    _ percent: Int, _ part: KeyPath<DocumentedFile, Int>, of whole: KeyPath<DocumentedFile, Int>,
    in files: [DocumentedFile], _ noun: String
  ) {
    func sum(_ number: KeyPath<DocumentedFile, Int>) -> Int {
      files.reduce(0) { $0 + $1[keyPath: number] }
    }
    let (found, all) = (sum(part), sum(whole))
    if found * 100 >= all * percent { return }
    let lacking = files.map { ($0, $0[keyPath: whole] * percent - $0[keyPath: part] * 100) }
      .sorted { $0.1 > $1.1 }.prefix(15)
      .map { "\n  \($0.0.path): \($0.0[keyPath: part]) of \($0.0[keyPath: whole])" }
    Issue.record(
      """
      There are \(found) \(noun), of \(all): less than \(percent) %. Say what callers need, and show a call at the \
      declarations that programs use first. These files lack the most:\(lacking.joined())
      """)
  }
}
