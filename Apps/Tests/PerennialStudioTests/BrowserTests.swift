import Foundation
import Perennial
import PerennialInspection
import SwiftData
import Synchronization
import Testing
import WebTesting

@Suite(
  "A studio in a browser",
  .enabled(if: Browser.canBeHad, "There is no chromedriver, and no apt-get to install it with."),
  .timeLimit(.minutes(2))
)
struct BrowserTests {
  let kitchen: Kitchen

  init() throws {
    kitchen = try Kitchen(dishes: 120)
    _ = try kitchen.container().backUpAutomatically(keeping: .newest(2))
  }

  /// All screens, with names for pictures.
  private func allScreens() throws -> [(name: String, path: String)] {
    let store = try kitchen.store()
    let dish = try kitchen.keys()[2]
    let label = try store.presets(of: "Label").first { $0.id == "quick" }?.key ?? 0
    let backup = Backup.automatic(ofStoreAt: kitchen.url).first?.url.lastPathComponent ?? ""
    let transaction = try store.transactions(limit: 1)?.first?.number ?? 0
    return [
      ("overview", "/"),
      ("rows", "/rows?entity=Dish&sort=minutes"),
      ("filter", "/rows?entity=Dish&filter=\("title contains \"oup\" && minutes < 30".encoded)"),
      ("mistake", "/rows?entity=Dish&filter=\("title contains soup".encoded)"),
      ("row", "/row?entity=Dish&key=\(dish)"),
      ("preset", "/row?entity=Label&key=\(label)"),
      ("presets", "/presets"),
      ("backups", "/backups"),
      ("sync", "/sync"),
      ("sql", "/sql?sql=\("SELECT title, minutes, addedAt FROM Dish ORDER BY minutes".encoded)"),
      ("plan", "/sql?plan=1&sql=\("SELECT title FROM Dish ORDER BY minutes".encoded)"),
      ("console", "/sql"),
      ("missing", "/rows?entity=Nothing"),
      ("edit", "/edit?entity=Dish&key=\(dish)"),
      ("new", "/new?entity=Dish"),
      ("columns", "/rows?entity=Dish&choosing=1&columns=title%2Ccode%2Cphoto%2Clabels"),
      ("labels", "/rows?entity=Label"),
      ("deletion", "/deletion?entity=Dish&key=\(dish)"),
      ("restoration", "/restoration?name=\(backup)"),
      ("history", "/history"),
      ("transaction", "/transaction?number=\(transaction)"),
    ]
  }

  /// Writes a picture if the variable `STUDIO_PICTURES` names a directory.
  private func keep(_ web: WebDriver, _ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["STUDIO_PICTURES"] else { return }
    try await web.picture().write(to: URL(filePath: folder).appending(path: "\(name).png"))
  }

  @Test("No screen is wider than a phone or a desktop, or has an error, in light and in dark")
  func screens() async throws {
    let screens = try allScreens()
    try await withStudio(kitchen.url, signingIn: false, isEditing: true) { studio in
      try await Browser.run { web in
        try await web.open(studio.address)
        try await web.wait(for: "#live[data-state=on]", containing: "live")
        #expect(try await web.run("return location.href") == "http://127.0.0.1:\(studio.port)/")
        #expect(try await web.run("return document.cookie") == "")
        for (width, height) in [(360, 740), (1280, 800)] {
          try await web.resize(width: width, height: height)
          for isDark in [false, true] {
            try await web.prefer(dark: isDark)
            for screen in screens {
              try await web.open("http://127.0.0.1:\(studio.port)\(screen.path)")
              try await keep(web, "\(screen.name)-\(width)-\(isDark ? "dark" : "light")")
              let wide = try await web.run("return document.documentElement.scrollWidth")
              #expect(Int(wide) == width, "\(screen.name) at \(width)")
              let colour = try await web.run(
                "return getComputedStyle(document.querySelector('main')).backgroundColor")
              #expect(colour == (isDark ? "rgb(26, 31, 28)" : "rgb(255, 255, 255)"))
              // The pages of wrong filters and missing entities have their status.
              let problems = try await web.consoleProblems().filter {
                !$0.contains("the server responded with a status of 4")
              }
              #expect(problems == [], "\(screen.name)")
            }
          }
        }
      }
    }
  }

  @Test("A page follows a commit, keeps the focus and the scroll, and works by keyboard")
  func live() async throws {
    let container = try kitchen.container()
    try await withStudio(kitchen.url, signingIn: false) { studio in
      try await Browser.run { web in
        try await web.open(studio.address)
        try await web.open("http://127.0.0.1:\(studio.port)/rows?entity=Label")
        try await web.wait(for: "#live[data-state=on]")
        try await web.run("document.querySelector('#rows tbody a').focus()")
        let focused = "return document.activeElement.getAttribute('href')"
        let before = try await web.run(focused)
        let context = ModelContext(container)
        context.insert(Label("appeared"))
        try context.save()
        try await web.wait(for: "#rows td", containing: "appeared")
        #expect(try await web.run(focused) == before && !before.isEmpty)

        try await web.open("http://127.0.0.1:\(studio.port)/rows?entity=Dish")
        try await web.wait(for: "#live[data-state=on]")
        let press =
          "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], bubbles: true }))"
        try await web.run(press, ["n"])
        try await web.wait(for: ".pager a[rel=prev][href]")
        #expect(try await web.run("return location.search").contains("after="))
        try await web.run(press, ["/"])
        #expect(try await web.run("return document.activeElement.id") == "filter")
        try await web.type("isVegan && minutes > 40", into: "#filter")
        try await web.click(".query button")
        try await web.wait(for: ".sql summary")
      }
    }
  }

  @Test("41/27: The page's own forms save an edit, undo it and make it again")
  func edit() async throws {
    let key = try kitchen.keys()[2]
    try await withStudio(kitchen.url, signingIn: false, isEditing: true) { studio in
      try await Browser.run { web in
        try await web.open(studio.address)
        try await web.wait(for: "#live[data-state=on]")
        try await web.open("http://127.0.0.1:\(studio.port)/edit?entity=Dish&key=\(key)")
        try await web.type("Written here", into: "[id='value.title']")
        try await web.click("form.edit button[type=submit]")
        try await web.wait(for: "main", containing: "Written here")
        try await web.click("form[action='/undo'] button")
        try await web.wait(for: "form[action='/redo']")
        let text = try await web.run("return document.querySelector('main').textContent")
        #expect(!text.contains("Written here"))
        try await web.click("form[action='/redo'] button")
        try await web.wait(for: "main", containing: "Written here")
        #expect(try await web.consoleProblems() == [])
      }
    }
  }

  @Test("41.34a: Keys and UUIDs are narrow, also on a phone, and are copied as a whole")
  func narrowValues() async throws {
    let key = try kitchen.keys()[3]
    try await withStudio(kitchen.url, signingIn: false) { studio in
      try await Browser.run { web in
        try await web.open(studio.address)
        for width in [360, 1280] {
          try await web.resize(width: width, height: 800)
          try await web.open(
            "http://127.0.0.1:\(studio.port)/rows?entity=Dish&columns=code%2Ctitle")
          for (element, text) in [
            ("[data-key='\(key)'] .short", "\(key)"),
            ("[data-key='\(key)'] .uuid bdi", "00000000-0000-4000-8000-000000000003"),
          ] {
            let found = try await web.run(
              """
              const element = document.querySelector(arguments[0]);
              getSelection().selectAllChildren(element);
              return `${element.offsetWidth < 90} ${getSelection()}`;
              """, [element])
            #expect(found == "true \(text)", "\(element) at \(width)")
          }
          // The keys stay when the table is scrolled sideways.
          let left = try await web.run(
            """
            const box = document.querySelector(".endless");
            box.scrollLeft = 500;
            const cell = box.querySelector("td.key").getBoundingClientRect();
            return `${cell.left - box.getBoundingClientRect().left >= 0}`;
            """)
          #expect(left == "true", "\(width)")
        }
      }
    }
  }

  @Test("41.34a: The columns are chosen by boxes and links, and are remembered")
  func columns() async throws {
    try await withStudio(kitchen.url, signingIn: false) { studio in
      try await Browser.run { web in
        let heads =
          "return [...document.querySelectorAll('thead bdi')].map((e) => e.textContent).join()"
        try await web.open(studio.address)
        try await web.open("http://127.0.0.1:\(studio.port)/rows?entity=Label")
        #expect(try await web.run(heads) == "key,name,dishes")
        try await web.click(".columns summary")
        try await web.click(".columns a[aria-label='Move dishes up']")
        try await web.wait(for: "th:nth-child(2)", containing: "dishes")
        try await web.click(".columns input[value=name]")
        try await web.click(".columns button")
        try await web.wait(for: ".columns small", containing: "1 of 2")
        #expect(try await web.run(heads) == "key,dishes")
        try await web.open("http://127.0.0.1:\(studio.port)/rows?entity=Label")
        #expect(try await web.run(heads) == "key,dishes")
        #expect(try await web.run("return document.cookie") == "")
      }
    }
  }

  @Test("41.34c: The table beside a wrong filter scrolls endlessly, and follows commits")
  func wrongFilter() async throws {
    let container = try kitchen.container()
    let last = try #require(try kitchen.keys().last)
    try await withStudio(kitchen.url, signingIn: false) { studio in
      try await Browser.run { web in
        try await web.open(studio.address)
        try await web.open("http://127.0.0.1:\(studio.port)/rows?entity=Dish&filter=titel")
        try await web.wait(for: "#live[data-state=on]")
        try await web.wait(for: "#filter-problem", containing: "Did you mean “title”?")
        try await web.run(
          """
          const box = document.querySelector(".endless");
          const scroll = () => {
            box.scrollTop = box.scrollHeight;
            if (!box.querySelector(`[data-key="${arguments[0]}"]`)) setTimeout(scroll, 20);
          };
          scroll();
          """, ["\(last)"])
        try await web.wait(for: "[data-key='\(last)']")
        let context = ModelContext(container)
        let dishes = FetchDescriptor<Dish>(predicate: #Predicate { $0.serial == 119 })
        try #require(try context.fetch(dishes).first).title = "followed"
        try context.save()
        try await web.wait(for: "[data-key='\(last)']", containing: "followed")
        #expect(try await web.run("return location.search").contains("filter=titel"))
      }
    }
  }

  @Test("41.34d: A button copies the query of a filter")
  func copy() async throws {
    try await withStudio(kitchen.url, signingIn: false) { studio in
      try await Browser.run { web in
        try await web.open(studio.address)
        try await web.open("http://127.0.0.1:\(studio.port)/rows?entity=Dish&filter=isVegan")
        try await web.click(".sql summary")
        try await web.run(
          """
          window.copied = "";
          Object.defineProperty(navigator, "clipboard", {
            value: { writeText: async (text) => { window.copied = text; } },
          });
          """)
        try await web.click("[data-copy=predicate]")
        try await web.wait(for: "[data-copy=predicate]", containing: "Copied")
        let copied = try await web.run("return window.copied")
        #expect(copied == "let predicate = #Predicate<Dish> { $0.isVegan }")
      }
    }
  }

  @Test("A lost studio is told in the page, which continues with the next one")
  func lost() async throws {
    let port = Mutex(0)
    try await Browser.run { web in
      try await withStudio(kitchen.url, signingIn: false) { studio in
        port.withLock { $0 = studio.port }
        try await web.open(studio.address)
        try await web.wait(for: "#live[data-state=on]")
      }
      try await web.wait(for: "#live[data-state=lost]")
      try await web.wait(for: "#banner", containing: "The studio does not answer")
      try await withStudio(kitchen.url, port: port.withLock(\.self), signingIn: false) { studio in
        let first = try await web.tab()
        _ = try await web.openTab()
        try await web.open(studio.address)
        try await web.wait(for: "#live[data-state=on]")
        try await web.goTo(first)
        try await web.wait(for: "#live[data-state=on]")
        try await web.wait(for: "#banner[hidden]")
      }
    }
  }
}
