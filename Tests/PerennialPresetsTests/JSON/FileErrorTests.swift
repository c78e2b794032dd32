import Foundation
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Mistakes in catalog files")
struct FileErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let json: String
    let problems: [String]

    init(_ json: String, _ problems: String...) {
      self.json = json
      self.problems = problems
    }

    var testDescription: String { json }
  }

  /// Wrong values, and the errors that also say what would be right. Each value begins at column 34.
  static let values = [
    Case("300", "300 is not of type Int8; write a whole number from -128 to 127"),
    Case("1.5", "1.5 is not of type Int8; write a whole number from -128 to 127"),
    Case("\"1\"", "the text “1” is not of type Int8; write a whole number from -128 to 127"),
    Case("null", "null is not allowed: the property is not optional"),
    Case("[1]", "an array is not of type Int8; write a whole number from -128 to 127"),
    Case("1e400", "1e400 is not of type Int8; write a whole number from -128 to 127"),
  ]

  @Test("A value that does not fit is told with its place and with what would", arguments: values)
  func value(_ mistake: Case) throws {
    try expect(
      """
      {"catalog": "c", "presets": {"Specimen": [
      {"$id": "s", "slug": "", "tiny": \(mistake.json)}]}}
      """,
      mistake.problems.map { "2:34: Specimen “s”.tiny: \($0)" })
  }

  /// Members of a specimen, which begin at column 26.
  static let members = [
    Case(
      #""smallCount": -1"#,
      "2:40: Specimen “s”.smallCount: -1 is not of type UInt16; write a whole number from 0 to 65535"
    ),
    Case(
      #""large": 9223372036854775808"#,
      """
      2:35: Specimen “s”.large: 9223372036854775808 is not of type Int; write a whole number from \
      -9223372036854775808 to 9223372036854775807
      """),
    Case(
      #""largeCount": 18446744073709551616"#,
      """
      2:40: Specimen “s”.largeCount: 18446744073709551616 is not of type UInt; write a whole number \
      from 0 to 18446744073709551615
      """),
    Case(
      #""isAlive": "true""#,
      "2:37: Specimen “s”.isAlive: the text “true” is not of type Bool; write true or false"),
    Case(
      #""length": 1e309"#,
      "2:36: Specimen “s”.length: 1e309 is not of type Double; write a number up to 1.8e308"),
    Case(
      #""width": 1e39"#,
      "2:35: Specimen “s”.width: 1e39 is not of type Float; write a number up to 3.4028235e+38"),
    Case(
      #""weight": "NaN""#,
      "2:36: Specimen “s”.weight: an optional number cannot be NaN; write null"),
    Case(
      #""found": "yesterday""#,
      """
      2:35: Specimen “s”.found: the text “yesterday” is not of type Date; write a date in ISO \
      8601, such as "2026-01-31T18:30:00Z"
      """),
    Case(
      #""sample": "%""#,
      "2:36: Specimen “s”.sample: the text “%” is not of type Data; write data in Base64"),
    Case(
      #""key": "1""#,
      """
      2:33: Specimen “s”.key: the text “1” is not of type UUID; write a UUID, such as \
      "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
      """),
    Case(
      #""price": 123456789012345678901234567890123456789"#,
      """
      2:35: Specimen “s”.price: 123456789012345678901234567890123456789 is not of type Decimal; \
      write a decimal number of at most 38 digits, between 1e-128 and 1e165
      """),
    Case(
      #""diet": "meet""#,
      "2:34: Specimen “s”.diet: the text “meet” is not of type Diet; did you mean “meat”?"),
    Case(
      #""diet": "soup of the day""#,
      """
      2:34: Specimen “s”.diet: the text “soup of the day” is not of type Diet; write one of \
      “herbs”, “meat”, “everything”
      """),
    Case(#""origin": {"altitude": 1}"#, "2:36: Specimen “s”.origin: “country” is missing"),
    Case(
      #""origin": {"country": "c", "altitude": "high"}"#,
      "2:65: Specimen “s”.origin: the text “high” is not of type Int"),
    Case(#""names": ["a", 1]"#, "2:41: Specimen “s”.names: 1 is not of type String"),
    Case(
      #""counts": {"a": 1, "a": 2}"#,
      "2:45: Specimen “s”.counts: “a” appears twice; leave one out"),
    Case(
      #""titel": 1"#,
      """
      2:26: Specimen “s”.titel is unknown here; known members are $id, $formerly, count, counts, diet, \
      drawer, finding, found, image, isAlive, key, large, largeCount, legs, length, marks, medium, \
      mediumCount, names, note, origin, otherDiet, otherOrigin, page, price, rank, sample, seen, slug, \
      small, smallCount, story, tiny, tinyCount, weight, whole, width
      """),
    Case(
      #""lenght": 1"#, "2:26: Specimen “s”.lenght is unknown here; did you mean “length”?"),
    Case(
      #""isSelected": true"#,
      "2:26: Specimen “s”.isSelected is not stored and cannot have a value; leave it out"),
    Case(
      #""slug": "t""#, "2:26: Specimen “s”: “slug” appears twice, first at 2:14; leave one out"),
    Case(
      #""$formerly": ["a", 1]"#,
      """
      2:45: Specimen.$formerly: 1 is not an ID; write a text, or an array of texts, the oldest first
      """),
    Case(
      #""drawer": "lft""#,
      "2:36: Specimen “s”.drawer: there is no preset “lft” of Drawer; did you mean “left”?"),
    Case(
      #""drawer": "somewhere""#,
      """
      2:36: Specimen “s”.drawer: there is no preset “somewhere” of Drawer in the catalogs; add it, or \
      leave it out
      """),
    Case(
      #""drawer": 1"#,
      "2:36: Specimen “s”.drawer: 1 is not of type Drawer; write the ID of a preset, or an object"),
    Case(
      #""tiny": 300, "small": 1e9, "note": 1"#,
      "2:34: Specimen “s”.tiny: 300 is not of type Int8; write a whole number from -128 to 127",
      "2:48: Specimen “s”.small: 1e9 is not of type Int16; write a whole number from -32768 to 32767",
      "2:61: Specimen “s”.note: 1 is not of type String; write a text"),
  ]

  @Test("What is wrong with a preset is told with its place", arguments: members)
  func member(_ mistake: Case) throws {
    try expect(
      """
      {"catalog": "c", "presets": {"Specimen": [
      {"$id": "s", "slug": "", \(mistake.json)}], "Drawer": [
      {"$id": "left", "slug": "left", "label": "L", "created": "2026-01-01T00:00:00Z"}]}}
      """, mistake.problems)
  }

  static let files = [
    Case("", "1:1: the document ends too early: an object was expected"),
    Case("[]", "1:1: an object was expected"),
    Case("{\n  \"catalog\": \"c\",,\n}", "2:18: a name is missing"),
    Case("{\"catalog\": \"c\", \"presets\": {", "1:30: the document ends too early"),
    Case(#"{"presets": {}}"#, "1:1: “catalog”, the name of the catalog, is missing"),
    Case(#"{"catalog": "c"}"#, "1:1: “presets”, the presets by their entities, is missing"),
    Case(
      #"{"catalog": "a/b", "presets": {}}"#,
      "1:13: catalog: the text “a/b” is not a name; write a text without a slash"),
    Case(
      #"{"catalog": "c", "version": 0, "presets": {}}"#,
      "1:29: version: 0 is not a version; write a whole number from 1 on"),
    Case(
      #"{"catalog": "c", "version": "2", "presets": {}}"#,
      "1:29: version: the text “2” is not a version; write a whole number from 1 on"),
    Case(
      #"{"catalog": "c", "version": 1, "presets": {}, "namespace": "urn:x"}"#,
      """
      1:60: namespace: the file has urn:x, but the catalog has urn:perennial:presets; \
      put “namespace” before “presets”
      """),
    Case(
      #"{"catalog": "c", "prests": {}, "presets": {}}"#,
      "1:18: “prests” is unknown here; did you mean “presets”?"),
    Case(
      #"{"catalog": "c", "presets": {}, "presets": {}}"#,
      "1:33: “presets” appears twice, first at 1:18; leave one out"),
    Case(
      #"{"catalog": "c", "presets": {"Specimens": []}}"#,
      "1:30: “Specimens” is not an entity of the catalog's models; did you mean “Specimen”?"),
    Case(
      #"{"catalog": "c", "presets": {"Dish": []}}"#,
      """
      1:30: “Dish” is not an entity of the catalog's models; the entities are Drawer, Slip, Specimen
      """),
    Case(
      #"{"catalog": "c", "presets": {"Drawer": {}}}"#,
      "1:40: Drawer: an object is not an array of presets"),
    Case(
      #"{"catalog": "c", "presets": {"Drawer": ["x"]}}"#,
      "1:41: Drawer: the text “x” is not a preset; write an object with “$id”"),
    Case(
      #"{"catalog": "c", "presets": {"Specimen": [{"slug": ""}]}}"#,
      "1:43: Specimen: a preset lacks “$id”"),
    Case(
      #"{"catalog": "c", "presets": {"Specimen": [{"$id": "s"}]}}"#,
      """
      1:43: Specimen “s”.slug has no value; the property has no default and is not optional; write a String
      """),
    Case(
      #"{"catalog": "c", "presets": {"Drawer": [{"$id": "d", "slug": "", "label": ""}]}}"#,
      """
      1:41: Drawer “d”.created has no value; its default differs each time; write a Date, \
      or leave the property to the user
      """),
    Case(
      """
      {"catalog": "c", "presets": {"Specimen": [{"$id": "s", "slug": ""},
      {"$id": "s", "slug": ""}]}}
      """, "2:1: Specimen “s” appears twice, first at a.json:1:43; give one of them another ID"),
    Case(
      #"{"catalog": "c", "leavingToUser": {"Specimen": ["notes"]}, "presets": {}}"#,
      """
      1:49: leavingToUser: the text “notes” is not a stored property of Specimen; did you mean “note”?
      """),
    Case(
      #"{"catalog": "c", "presets": {"Slip": [{"$id": "s", "text": ""}]}}"#,
      "1:39: Slip “s”.drawer has no value; write the ID of a preset of Drawer"),
  ]

  @Test("What is wrong with a file is told with its place", arguments: files)
  func file(_ mistake: Case) throws { try expect(mistake.json, mistake.problems) }

  @Test("Everything is told at once, in the order of the file")
  func all() throws {
    try expect(
      """
      {"catalog": "c", "presets": {
        "Drawer": [{"$id": "d", "slug": 1, "label": "", "created": "2026-01-01T00:00:00Z",
          "specimens": ["nobody", {"$id": "s", "slug": "", "tiny": 128}]}],
        "Slipp": []
      }}
      """,
      [
        "2:35: Drawer “d”.slug: 1 is not of type String; write a text",
        """
        3:19: Drawer “d”.specimens: there is no preset “nobody” of Specimen in the catalogs; add it, or \
        leave it out
        """,
        "3:62: Specimen “d/s”.tiny: 128 is not of type Int8; write a whole number from -128 to 127",
        "4:3: “Slipp” is not an entity of the catalog's models; did you mean “Slip”?",
      ])
  }

  @Test("Characters are counted, and not bytes")
  func characters() throws {
    try expect(
      #"{"catalog": "éé😀", "presets": 1}"#,
      ["1:31: presets: 1 does not have entities; write an object with their names"])
  }

  @Test("A file that is nested too deep is refused")
  func depth() throws {
    let deep = String(repeating: "[", count: 100_000)
    let error = try #require(
      try Collection.problems(#"{"catalog": "c", "presets": \#(deep)"#))
    #expect(error.code == .invalidFile)
  }

  @Test("A file that is not there is told with its path")
  func missing() {
    let url = URL(fileURLWithPath: "/nowhere/a.json")
    let error = #expect(throws: PresetError.self) {
      try PresetCatalog(contentsOf: url, for: Specimen.self)
    }
    #expect(error?.code == .invalidFile)
    #expect(error?.problems.first?.hasPrefix("/nowhere/a.json: the file cannot be read") == true)
  }

  @Test("A bad file leaves the store as it was")
  func untouched() throws {
    try Kitchen.with(.file) { url in
      guard let url else { return }
      let json =
        #"{"catalog": "c", "version": 1, "presets": {"Specimen": [{"$id": "s", "slug": "1"}]}}"#
      let container = try ModelContainer(
        for: Collection.schema, configurations: [ModelConfiguration(url: url)],
        presets: [try Collection.catalog(json)])
      let before = try RawDatabase(url).table("Specimen")
      let bad = try Collection.catalog(
        """
        {"catalog": "c", "version": 2, "presets": {"Specimen": [
          {"$id": "s", "slug": "2"}, {"$id": "t", "slug": 3}
        ]}}
        """)
      #expect(throws: PresetError.self) { try container.usePresets([bad]) }
      #expect(try RawDatabase(url).table("Specimen") == before)
      #expect(container.presets.catalogs.first?.version == 1)
    }
  }

  private func expect(
    _ json: String, _ problems: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let error = try #require(try Collection.problems(json), sourceLocation: location)
    #expect(error.code == .invalidFile, sourceLocation: location)
    #expect(error.problems == problems.map { "a.json:\($0)" }, sourceLocation: location)
  }
}
