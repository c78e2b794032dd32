import Foundation
import PerennialInspection
import SwiftData
import Testing
import WebTesting

@Suite(
  "The endless table of a studio",
  .enabled(if: Browser.canBeHad, "There is no chromedriver, and no apt-get to install it with."),
  .timeLimit(.minutes(2))
)
struct ScrollTests {
  /// A query of a page, and the SQL that finds the same dishes in the same order.
  struct Query {
    let address: String
    let sql: String

    static let all = Query(address: "/rows?entity=Dish", sql: "FROM Dish ORDER BY _pk")
    static let narrowed = Query(
      address: "/rows?entity=Dish&sort=minutes&order=down&filter="
        + "minutes > 19".encoded,
      sql: "FROM Dish WHERE minutes > 19 ORDER BY minutes DESC, _pk DESC")
  }

  /// Functions for the scripts of the tests.
  private static let tools = """
    const box = document.querySelector(".endless");
    const rows = () => [...box.querySelectorAll("tbody tr")];
    const pause = () => new Promise((done) => setTimeout(done, 5));
    const until = async (condition) => {
      for (const end = Date.now() + 20000; !condition() && Date.now() < end;) await pause();
    };
    const row = (key) => box.querySelector(`[data-key="${key}"]`);
    const offset = (row) => row.getBoundingClientRect().top
      - box.querySelector("th").getBoundingClientRect().bottom;
    const top = () => rows().find((row) => offset(row) + row.offsetHeight > 1);
    // Rows can be at fractions of pixels.
    const isAtTop = (key, distance) => top().dataset.key === key && Math.abs(offset(top()) - distance) < 2;

    """

  @discardableResult
  private func run(
    _ web: WebDriver, _ script: String, _ arguments: [String] = []
  ) async throws -> String { try await web.run(Self.tools + script, arguments) }

  /// Scrolls to an end of the table. Returns the number of keys that were seen, the largest number of rows at
  /// the same time, and the rows that were not in the order of the keys.
  private func walk(_ web: WebDriver, down: Bool, _ keys: [Int64]) async throws -> String {
    try await run(
      web,
      """
      const [isDown, keys] = [arguments[0] === "true", arguments[1].split(" ")];
      const [seen, wrong] = [new Set(), new Set()];
      let most = 0;
      const look = () => {
        const shown = rows().map((row) => row.dataset.key);
        const start = keys.indexOf(shown[0]);
        shown.forEach((key, index) => {
          seen.add(key);
          if (keys[start + index] !== key) wrong.add(key);
        });
        most = Math.max(most, shown.length);
        return isDown ? shown.at(-1) === keys.at(-1) : shown[0] === keys[0];
      };
      return until(() => {
        box.scrollTop = isDown ? box.scrollHeight : 0;
        return look();
      }).then(() => `${seen.size} seen, at most ${most}, wrong: ${[...wrong].join(" ")}`);
      """, ["\(down)", keys.map(String.init).joined(separator: " ")])
  }

  /// Scrolls down until seven pixels of a row are above the top, and waits until the address has followed.
  private func scroll(_ web: WebDriver, to key: Int64) async throws {
    try await run(
      web,
      """
      const key = arguments[0];
      return until(() => {
        if (!row(key)) { box.scrollTop = box.scrollHeight; return false; }
        box.scrollTop += offset(row(key)) + 7;
        return isAtTop(key, -7);
      }).then(() => until(() => history.state?.key === key));
      """, ["\(key)"])
  }

  /// Waits until a row is at the top of the table.
  private func isAtTop(_ web: WebDriver, _ key: Int64, _ distance: Int = -7) async throws -> Bool {
    try await run(
      web,
      """
      const isThere = () => isAtTop(arguments[0], Number(arguments[1]));
      return until(isThere).then(() => isThere() ? "1" : "");
      """, ["\(key)", "\(distance)"]) == "1"
  }

  private func keys(_ kitchen: Kitchen, _ query: Query) throws -> [Int64] {
    try kitchen.store().query("SELECT _pk \(query.sql)", limit: 5000, time: .seconds(5))
      .rows.map { row in if case .integer(let key) = row[0] { key } else { 0 } }
  }

  /// Returns a dish for changes of another program.
  private func dish(_ key: Int64, in context: ModelContext, _ keys: [Int64]) throws -> Dish {
    let serial = UInt(keys.firstIndex(of: key) ?? 0)
    return try #require(
      try context.fetch(FetchDescriptor<Dish>(predicate: #Predicate { $0.serial == serial })).first)
  }

  @Test("Each object is seen once and in order, down to the last one and back, in at most 500 rows")
  func ends() async throws {
    let kitchen = try Kitchen(dishes: 900)
    try await withStudio(kitchen.url, signingIn: false) { studio in
      try await Browser.run { web in
        try await web.open(studio.address)
        for query in [Query.all, .narrowed] {
          let keys = try keys(kitchen, query)
          #expect(keys.count > 500)
          try await web.open("http://127.0.0.1:\(studio.port)\(query.address)")
          for down in [true, false] {
            let walk = try await walk(web, down: down, keys)
            #expect(walk == "\(keys.count) seen, at most 500, wrong: ")
          }
          try await run(web, "box.scrollTop = 0")
          #expect(try await isAtTop(web, keys[0], 0))
        }
        #expect(try await web.consoleProblems() == [])
      }
    }
  }

  @Test("Changes appear in all windows, and the place is kept, also when the page is loaded again")
  func changes() async throws {
    let kitchen = try Kitchen(dishes: 450)
    let container = try kitchen.container()
    let all = try kitchen.keys()
    try await withStudio(kitchen.url, signingIn: false) { studio in
      try await Browser.run { web in
        try await web.open(studio.address)
        for query in [Query.all, .narrowed] {
          let keys = try keys(kitchen, query)
          try await web.open("http://127.0.0.1:\(studio.port)\(query.address)")
          try await web.wait(for: "#live[data-state=on]")
          try await scroll(web, to: keys[120])
          #expect(try await web.run("return location.search").contains("after=\(keys[99])"))

          // In the windows before, at and behind the top; a row above is deleted, and so is the one after
          // which the window at the top begins.
          let context = ModelContext(container)
          let title = "changed \(keys.count)"
          for index in [70, 121, 160] { try dish(keys[index], in: context, all).title = title }
          for index in [60, 99] { context.delete(try dish(keys[index], in: context, all)) }
          try context.save()
          for index in [70, 121, 160] {
            try await web.wait(for: "[data-key='\(keys[index])']", containing: title)
          }
          for index in [60, 99] { try await web.waitForEnd(of: "[data-key='\(keys[index])']") }
          #expect(try await isAtTop(web, keys[120]))
          let rest = keys.indices.filter { $0 != 60 && $0 != 99 }.map { "\(keys[$0])" }
          let shown = try await run(
            web, "return rows().map((row) => row.dataset.key).join(' ')"
          ).components(separatedBy: " ")
          #expect(shown.count > 190 && shown == Array(rest.prefix(shown.count)))

          try await web.run("location.reload()")
          try await web.wait(for: "#live[data-state=on]")
          try await run(web, "return until(() => row(arguments[0]))", ["\(keys[70])"])
          #expect(try await isAtTop(web, keys[120]))
        }
        #expect(try await web.consoleProblems() == [])
      }
    }
  }

  @Test("A failure is shown, and the next scroll tries again; a key opens the next window")
  func failure() async throws {
    let kitchen = try Kitchen(dishes: 450)
    let keys = try kitchen.keys()
    try await withStudio(kitchen.url, signingIn: false) { studio in
      try await Browser.run { web in
        try await web.open(studio.address)
        try await web.open("http://127.0.0.1:\(studio.port)/rows?entity=Dish")
        try await web.wait(for: "#loaded", containing: "Loaded 50 more below.")
        try await web.run(
          """
          window.trueFetch = fetch;
          window.fetch = () => Promise.reject(new TypeError());
          const box = document.querySelector(".endless");
          box.scrollTop = box.scrollHeight;
          """)
        try await web.wait(for: "#banner", containing: "Scroll to load the objects again.")
        try await web.run(
          "window.fetch = trueFetch; document.querySelector('.endless').scrollTop -= 1")
        try await web.wait(for: "#banner[hidden]")
        try await scroll(web, to: keys[210])
        try await web.run(
          """
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }))
          """)
        try await web.wait(for: "[data-key='\(keys[250])']")
        let search = try await run(
          web, "return until(() => location.search.includes('after')).then(() => location.search)")
        #expect(search == "?entity=Dish&after=\(keys[249])")
      }
    }
  }
}
