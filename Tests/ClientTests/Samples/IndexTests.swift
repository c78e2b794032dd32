import Testing

@Suite("Documentation/README.md")
struct IndexTests {
  @Test("The index has a link to each page")
  func pages() throws {
    let index = try SamplePages.text(of: "Documentation/README.md")
    for page in try SamplePages.names(below: "Documentation") where !page.contains("/Decisions/") {
      let path = page.dropFirst("Documentation/".count)
      #expect(path == "README.md" || index.contains("](\(path))"), "\(page)")
    }
    #expect(index.contains("](Decisions)"))
  }

  @Test(".spi.yml lists each product that has symbols")
  func products() throws {
    let manifest = try SamplePages.text(of: "Package.swift")
    let products = manifest.matches(of: #/\.library\(name: "(\w+)"/#).map { String($0.1) }
    let listed = try SamplePages.text(of: ".spi.yml").matches(of: #/(?m)^ +- (\w+)$/#)
      .map { String($0.1) }
    #expect(Set(listed) == Set(products).subtracting(["PerennialSQLite"]))
    #expect(products.count > 10)
  }
}
