import CompilerIndex
import Foundation
import Testing

/// The suites that run the compiler: one source at a time, as each takes a core for a second.
@Suite("Clients", .serialized, .enabled(if: ClientCompiler.isThere))
enum Clients {}

/// The compiler of the toolchain that runs the tests, with the modules that were built for them: it
/// compiles the source of a small program that imports SwiftData.
struct ClientCompiler {
  enum LanguageMode: String, CaseIterable {
    case swift5 = "5"
    case swift6 = "6"
  }

  private let compiler: URL
  private let toolchain: URL
  private let package: URL
  /// The directory of what was built.
  private let products: URL
  private let arguments: [String]

  /// Returns `nil` where the build has another layout than that of SwiftPM for a package that is built
  /// by itself.
  init?() {
    guard let program = Bundle.main.executableURL,
      let retain = compiler_index_address("swift_retain"),
      let runtime = compiler_index_image(retain).map({ URL(fileURLWithPath: String(cString: $0)) })
    else { return nil }
    let files = FileManager.default
    func first(_ paths: [String], in directory: URL) -> URL? {
      paths.map(directory.appendingPathComponent).first { files.fileExists(atPath: $0.path) }
    }
    // …/lib/swift/linux/libswiftCore.so
    let toolchain = runtime.deletingLastPathComponent().appendingPathComponent("../../..")
      .standardized
    let products = program.deletingLastPathComponent()
    let package = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    guard let compiler = first(["bin/swiftc"], in: toolchain),
      let swiftData = first(["Modules/SwiftData.swiftmodule"], in: products),
      let plugin = first(["PerennialMacros-tool", "PerennialMacros"], in: products),
      let runtimeMap = first(["PerennialRuntime.build/module.modulemap"], in: products),
      let sqliteMap = first(["Sources/PerennialSQLite/module.modulemap"], in: package),
      let curlMap = first(["Sources/PerennialCURL/module.modulemap"], in: package),
      let zlibMap = first(["Sources/PerennialZlib/module.modulemap"], in: package)
    else { return nil }
    self.compiler = compiler
    self.toolchain = toolchain
    self.package = package
    self.products = products
    let maps = [runtimeMap, sqliteMap, curlMap, zlibMap] + Self.cryptoMaps(of: products)
    arguments =
      [
        "-module-name", "Client", "-parse-as-library", "-Onone",
        "-I", swiftData.deletingLastPathComponent().path,
        "-module-cache-path", products.appendingPathComponent("ModuleCache").path,
        "-load-plugin-executable", "\(plugin.path)#PerennialMacros",
      ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
  }

  /// The maps of the modules of C that swift-crypto has.
  ///
  /// - Parameter products: The directory of what was built: `SCRATCH/x86_64-unknown-linux-gnu/debug`.
  private static func cryptoMaps(of products: URL) -> [URL] {
    #if SealedSync
    let sources = products.appendingPathComponent("../../checkouts/swift-crypto/Sources")
      .standardized
    return ["CXKCP", "CXKCPShims", "CCryptoBoringSSL", "CCryptoBoringSSLShims"].map {
      sources.appendingPathComponent("\($0)/include/module.modulemap")
    }
    #else
    []
    #endif
  }

  /// The libraries that the objects of modules need. BoringSSL is partly written in C++.
  private static var libraries: [String] {
    #if SealedSync
    ["-lsqlite3", "-lcurl", "-lz", "-lstdc++"]
    #else
    ["-lsqlite3", "-lcurl", "-lz"]
    #endif
  }

  static var isThere: Bool { ClientCompiler() != nil }

  /// The errors and warnings that the compiler has for a source, each as `line severity: message`, in
  /// the order of the lines. A message about the expansion of a macro has the line of what the macro
  /// is attached to.
  func diagnostics(of source: String, _ mode: LanguageMode) async throws -> [String] {
    try await inDirectory { directory in
      let (file, status, text) = try await compile(source, mode, in: directory)
      return try Self.diagnostics(in: text, about: file.path, status)
    }
  }

  /// The errors and warnings that the compiler has for the samples of a page, each as `line severity: message`.
  ///
  /// A sample may end with a value that it does not use. These warnings are left out.
  func diagnostics(of page: SampleSource) async throws -> [String] {
    let manifests = toolchain.appendingPathComponent("lib/swift/pm/ManifestAPI").path
    let sources = [
      (page.program, []),
      (page.manifest, ["-I", manifests, "-package-description-version", "6.2.0"]),
    ]
    var found: [String] = []
    for case (let source?, let options) in sources {
      found += try await inDirectory { directory in
        let (_, status, text) = try await compile(source, .swift6, options, in: directory)
        return try Self.diagnostics(in: text, about: page.page, status)
      }
    }
    return found.filter { !Self.isAboutUnused($0) }
  }

  /// The errors and warnings that the compiler has for a program of many files, each as it writes them. Warnings of
  /// values that are not used are left out. So are those of two files with one name, which samples of two modules can be
  /// from.
  func messages(about program: String, _ options: [String] = []) async throws -> [String] {
    let (status, text) = try await inDirectory { directory in
      let (_, status, text) = try await compile(program, .swift6, options, in: directory)
      return (status, text)
    }
    let found = text.split(separator: "\n").map(String.init).filter {
      $0.firstMatch(of: #/^\S.*: (error|warning): /#) != nil && !Self.isAboutUnused($0)
        && !$0.contains("'#fileID'")
    }
    if status != 0, found.isEmpty { throw Failure(output: text) }
    return found
  }

  private static func isAboutUnused(_ message: String) -> Bool {
    message.firstMatch(of: #/ warning: .*(never used|unused|never mutated)/#) != nil
  }

  /// The names of the Swift modules that the compiler loads for a source, except the toolchain's.
  func loadedModules(of source: String) async throws -> Set<String> {
    try await inDirectory { directory in
      let trace = directory.appendingPathComponent("Trace.json")
      let (_, status, text) = try await compile(
        source, .swift6, ["-emit-loaded-module-trace-path", trace.path], in: directory)
      if status != 0 { throw Failure(output: text) }
      return try loadedModules(in: trace)
    }
  }

  /// The names of the Swift modules that the compiler loads for the sources of a module of the package without traits,
  /// except the toolchain's.
  ///
  /// - Parameters:
  ///   - path: The folder of the sources, from the package's.
  ///   - module: The name of the module.
  /// - Note: The name of the package is that of its folder, as the package manager gives it to the compiler: another
  ///   character than a letter, a digit or an underscore becomes an underscore.
  func loadedModules(ofSources path: String, named module: String) async throws -> Set<String> {
    let sources = package.appendingPathComponent(path).path
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources)
      .filter { $0.hasSuffix(".swift") }.map { "\(sources)/\($0)" }
    let features = [
      "ExistentialAny", "InferIsolatedConformances", "MemberImportVisibility",
      "InternalImportsByDefault",
    ]
    let packageName = String(
      package.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return try await inDirectory { directory in
      let trace = directory.appendingPathComponent("Trace.json")
      // Of two names of the module, the last one counts.
      let options = [
        "-module-name", module, "-package-name", packageName,
        "-swift-version", "6", "-whole-module-optimization", "-typecheck",
        "-emit-loaded-module-trace-path", trace.path,
      ]
      let (status, text) = try await run(
        compiler,
        arguments + options + features.flatMap { ["-enable-upcoming-feature", $0] } + files,
        in: directory)
      if status != 0 { throw Failure(output: text) }
      return try loadedModules(in: trace)
    }
  }

  private func loadedModules(in trace: URL) throws -> Set<String> {
    let modules = try JSONDecoder().decode(Trace.self, from: Data(contentsOf: trace))
      .swiftmodulesDetailedInfo
    let libraries = toolchain.appendingPathComponent("lib/swift").path
    return Set(modules.filter { !$0.path.hasPrefix(libraries) }.map(\.name))
  }

  private struct Trace: Decodable {
    struct Module: Decodable {
      let name: String
      let path: String
    }
    let swiftmodulesDetailedInfo: [Module]
  }

  /// Runs a block in a new directory, which is removed afterwards.
  func inDirectory<Result>(
    _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory)
  }

  /// Runs the compiler on a source. Returns the source's file, the status of the compiler and its
  /// output.
  private func compile(
    _ source: String, _ mode: LanguageMode, _ options: [String] = [],
    writing result: [String] = ["-emit-sil", "-o", "/dev/null"], in directory: URL
  ) async throws -> (file: URL, status: Int32, output: String) {
    let file = directory.appendingPathComponent("Client.swift")
    try Data(source.utf8).write(to: file)

    let (status, output) = try await run(
      compiler, arguments + result + options + ["-swift-version", mode.rawValue, file.path],
      in: directory)
    return (file, status, output)
  }

  /// Builds the program of a page, and runs it. Its stores are in a directory of its own.
  func run(_ page: SampleSource) async throws -> (status: Int32, output: String) {
    try await run(program: page.program ?? "")
  }

  /// Builds a program, and runs it in a directory of its own.
  func run(
    program source: String, _ arguments: [String] = []
  ) async throws -> (status: Int32, output: String) {
    try await inDirectory { directory in
      let program = directory.appendingPathComponent("Client")
      let (_, status, text) = try await compile(
        source, .swift6, try objects() + Self.libraries, writing: ["-o", program.path],
        in: directory)
      if status != 0 { throw Failure(output: text) }
      return try await run(program, arguments, in: directory)
    }
  }

  /// The compiled sources of the modules that samples import, and of those that these modules import.
  private func objects() throws -> [String] {
    var modules = [
      "SwiftData", "Perennial", "PerennialUI", "PerennialRecords", "PerennialRuntime",
      "FoundationGaps", "Logging", "PerennialPresets", "PerennialInspection", "PerennialSync",
      "PerennialJSON", "PerennialReplication", "PerennialAppleStores", "PerennialStoreImport",
    ]
    #if SealedSync
    modules += [
      "Crypto", "CryptoExtras", "CryptoBoringWrapper", "CCryptoBoringSSL", "CCryptoBoringSSLShims",
      "CXKCP", "CXKCPShims", "SwiftASN1",
    ]
    #endif
    return try modules.flatMap { module in
      let directory = products.appendingPathComponent("\(module).build")
      let map = directory.appendingPathComponent("output-file-map.json")
      if FileManager.default.fileExists(atPath: map.path) {
        // The directory can have objects of sources that have another name since.
        let files = try JSONDecoder().decode([String: Output].self, from: Data(contentsOf: map))
        return files.values.compactMap(\.object).sorted()
      }
      return try FileManager.default.subpathsOfDirectory(atPath: directory.path)
        .filter { $0.hasSuffix(".o") }.map { "\(directory.path)/\($0)" }
    }
  }

  /// The files that the compiler writes for a source of a module.
  private struct Output: Decodable {
    let object: String?
  }

  /// Runs a program of the toolchain, such as `swift`, in a directory.
  func run(
    _ tool: String, _ arguments: [String], in directory: URL
  ) async throws -> (status: Int32, output: String) {
    try await run(toolchain.appendingPathComponent("bin/\(tool)"), arguments, in: directory)
  }

  private func run(
    _ program: URL, _ arguments: [String], in directory: URL
  ) async throws -> (status: Int32, output: String) {
    let output = directory.appendingPathComponent("Output.txt")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    defer { try? handle.close() }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_DATA_HOME": directory.appendingPathComponent("data").path]
    ) { $1 }
    process.standardOutput = handle
    process.standardError = handle
    let status: Int32 = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    return (status, try String(contentsOf: output, encoding: .utf8))
  }

  /// The compiler could not be run, or wrote nothing that can be read.
  struct Failure: Error {
    let output: String
  }

  private static func diagnostics(
    in output: String, about path: String, _ status: Int32
  ) throws -> [String] {
    let lines = output.split(separator: "\n")
    var found: [(line: Int, text: String)] = []
    for (number, line) in lines.enumerated() {
      guard let match = line.firstMatch(of: #/^(\S.*?):(\d+):\d+: ((?:error|warning): .*)$/#)
      else { continue }
      var place = Int(match.2)
      if !match.1.hasSuffix(path) {
        let origin = lines[number...].lazy.compactMap { note in
          note.firstMatch(of: #/:(\d+):\d+: note: expanded code originates here$/#)
        }.first
        place = origin.flatMap { Int($0.1) }
      }
      found.append((place ?? 0, String(match.3)))
    }
    if status != 0, found.isEmpty { throw Failure(output: output) }
    return found.sorted { $0.line < $1.line }.map { "\($0.line) \($0.text)" }
  }
}
