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
    let products = program.deletingLastPathComponent()
    let package = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    guard let compiler = first(["bin/swiftc"], in: toolchain.standardized),
      let swiftData = first(
        ["Modules-tool/SwiftData.swiftmodule", "Modules/SwiftData.swiftmodule"], in: products),
      let plugin = first(["PerennialMacros-tool", "PerennialMacros"], in: products),
      let runtimeMap = first(
        ["PerennialRuntime-tool.build", "PerennialRuntime.build"].map { $0 + "/module.modulemap" },
        in: products),
      let sqliteMap = first(["Sources/PerennialSQLite/module.modulemap"], in: package)
    else { return nil }
    self.compiler = compiler
    arguments = [
      "-module-name", "Client", "-parse-as-library", "-Onone", "-emit-sil", "-o", "/dev/null",
      "-I", swiftData.deletingLastPathComponent().path,
      "-Xcc", "-fmodule-map-file=\(runtimeMap.path)",
      "-Xcc", "-fmodule-map-file=\(sqliteMap.path)",
      "-module-cache-path", products.appendingPathComponent("ModuleCache").path,
      "-load-plugin-executable", "\(plugin.path)#PerennialMacros",
    ]
  }

  static var isThere: Bool { ClientCompiler() != nil }

  /// The errors and warnings that the compiler has for a source, each as `line severity: message`, in
  /// the order of the lines. A message about the expansion of a macro has the line of what the macro
  /// is attached to.
  func diagnostics(of source: String, _ mode: LanguageMode) async throws -> [String] {
    try await inDirectory { directory in
      let (file, status, text) = try await compile(source, mode, in: directory)
      let found = Self.diagnostics(in: text, about: file.path)
      if status != 0, found.isEmpty { throw Failure(output: text) }
      return found
    }
  }

  /// The names of the Swift modules that the compiler loads for a source, except the toolchain's.
  func loadedModules(of source: String) async throws -> Set<String> {
    try await inDirectory { directory in
      let trace = directory.appendingPathComponent("Trace.json")
      let (_, status, text) = try await compile(
        source, .swift6, ["-emit-loaded-module-trace-path", trace.path], in: directory)
      if status != 0 { throw Failure(output: text) }
      let modules = try JSONDecoder().decode(Trace.self, from: Data(contentsOf: trace))
        .swiftmodulesDetailedInfo
      let toolchain = compiler.appendingPathComponent("../../lib/swift").standardized.path
      return Set(modules.filter { !$0.path.hasPrefix(toolchain) }.map(\.name))
    }
  }

  private struct Trace: Decodable {
    struct Module: Decodable {
      let name: String
      let path: String
    }
    let swiftmodulesDetailedInfo: [Module]
  }

  private func inDirectory<Result>(
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
    _ source: String, _ mode: LanguageMode, _ options: [String] = [], in directory: URL
  ) async throws -> (file: URL, status: Int32, output: String) {
    let file = directory.appendingPathComponent("Client.swift")
    try Data(source.utf8).write(to: file)

    let output = directory.appendingPathComponent("Output.txt")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    defer { try? handle.close() }
    let process = Process()
    process.executableURL = compiler
    process.arguments = arguments + options + ["-swift-version", mode.rawValue, file.path]
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
    return (file, status, try String(contentsOf: output, encoding: .utf8))
  }

  /// The compiler could not be run, or wrote nothing that can be read.
  struct Failure: Error {
    let output: String
  }

  private static func diagnostics(in output: String, about path: String) -> [String] {
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
    return found.sorted { $0.line < $1.line }.map { "\($0.line) \($0.text)" }
  }
}
