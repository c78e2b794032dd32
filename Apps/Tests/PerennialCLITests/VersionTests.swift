import Foundation
import Perennial
import Testing

@Suite("The version")
struct VersionTests {
  @Test("13.25 Programs say the version of the framework", arguments: ["perennial", "Cookbook"])
  func version(_ program: String) throws {
    let folder = try ScratchFolder()
    let result = try Tool.run(program, arguments: ["--version"], in: folder.url)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "\(PerennialVersion.current)\n")
  }
}
