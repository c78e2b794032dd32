import AppleStoreTesting
import Foundation
import Observation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import StoreTesting
import Testing

// The classes of some of the given files' programs, as far as the tests need them.

enum Cars {
  @Model class Car {
    var numberPlate: String?
    var maker: String?
    var owner: Person?
    init() {}
  }

  @Model class SportCar: Car {
    override init() { super.init() }
  }

  @Model final class LuxuryCar: SportCar {
    var isLimitedEdition: Bool = false
    override init() { super.init() }
  }

  @Model final class Person {
    var firstName: String?
    var lastName: String?
    @Relationship(inverse: \Car.owner) var cars: [Car]? = []
    init() {}
  }
}

enum Books {
  @Model class Writer {
    var age: Int16 = 0
    init() {}
  }

  @Model final class Author: Writer {
    var alias: String = ""
    var siteURL: URL?
    @Relationship(inverse: \Book.author) var books: [Book]? = []
    @Relationship var feedbacks: [Feedback]? = []
    override init() { super.init() }
  }

  @Model class Book {
    var uniqueID: UUID?
    var title: String = ""
    var price: Decimal = 0
    var publishedAt: Date?
    var rating: Double = 0
    var author: Author?
    @Relationship(inverse: \Page.book) var pages: [Page]? = []
    init() {}
  }

  @Model final class GraphicNovel: Book {
    var isBlackAndWhite: Bool = false
    override init() { super.init() }
  }

  @Model final class Page {
    var number: Int32 = 0
    var isBookmarked: Bool = false
    var book: Book?
    init() {}
  }

  @Model final class Feedback {
    var authorAlias: String?
    var bookID: UUID?
    var comment: String?
    var rating: Double = 0
    init() {}
  }
}

enum Moods {
  @Model final class Mood {
    var date: Date
    var colors: Data
    var latitude: Double?
    var longitude: Double?
    var country: Country?
    init(date: Date, colors: Data) {
      self.date = date
      self.colors = colors
    }
  }

  @Model class GeographicRegion {
    var numericISO3166Code: Int16 = 0
    init() {}
  }

  @Model final class Country: GeographicRegion {
    @Relationship(inverse: \Mood.country) var moods: [Mood] = []
    var continent: Continent?
    override init() { super.init() }
  }

  @Model final class Continent: GeographicRegion {
    @Relationship(inverse: \Country.continent) var countries: [Country] = []
    override init() { super.init() }
  }
}

enum Cakes {
  @Model final class Recipe {
    var name: String?
    var prepTime: String?
    var instructions: String?
    var thumbnailImage: Data?
    var type: RecipeType?
    @Relationship(inverse: \Ingredient.recipe) var ingredients: [Ingredient] = []
    init() {}
  }

  @Model final class Ingredient {
    var name: String?
    var amount: String?
    var displayOrder: Int?
    var recipe: Recipe?
    init() {}
  }

  @Model final class RecipeType {
    var name: String?
    @Relationship(inverse: \Recipe.type) var recipes: [Recipe] = []
    init() {}
  }
}

enum Tasks {
  struct Localization: Codable, Hashable {
    var key: String
  }

  enum Thread: Codable, Hashable {
    case global
    case task
    case custom(String)
    case none
  }

  enum Policy: Codable, Hashable {
    case sameDay, afterStart, sameDayAfterStart, duringEvent, anytime
  }

  @Model final class Task {
    var id: String
    var title: Localization
    var instructions: Localization
    var effectiveFrom: Date
    var completionPolicy: Policy?
    var notificationThread: Thread?
    var tags: [String]?
    @Relationship(inverse: \Task.previousVersion) var nextVersion: Task?
    var previousVersion: Task?
    init(id: String) {
      self.id = id
      title = Localization(key: "")
      instructions = Localization(key: "")
      effectiveFrom = .distantPast
    }
  }
}

enum Carts {
  @Model final class Cart {
    var id: String
    var status: String
    var createdAt: Date
    var metadataJSON: Data?
    var items: [Item] = []
    init(id: String) {
      self.id = id
      (status, createdAt) = ("", .distantPast)
    }
  }

  @Model final class Item {
    var productId: String
    var quantity: Int
    var unitPriceAmount: Decimal
    var totalPriceAmount: Decimal?
    init(productId: String) {
      self.productId = productId
      (quantity, unitPriceAmount) = (0, 0)
    }
  }
}

enum Users {
  @Model final class User {
    var name: String?
    var email: String?
    init() {}
  }
}

enum Posts {
  @Model final class Post {
    var authors: [Author] = []
    init() {}
  }

  @Model final class Author {
    var name: String?
    @Relationship(inverse: \Post.authors) var createdEntries: [Post] = []
    init() {}
  }
}

/// Files that Apple's frameworks have written, imported into classes. See ``GivenFiles``.
@Suite(
  "Store import: files of Apple's frameworks",
  .enabled(if: GivenFiles.folder != nil, "the folder with the files is not there"))
struct RealImportTests {
  private func run(
    _ name: String, _ models: [any PersistentModel.Type],
    _ prepare: (inout StoreImport) -> Void = { _ in }
  ) throws -> (ModelContext, StoreImportReport) {
    let url = try #require(GivenFiles.folder).appendingPathComponent(name + ".sqlite")
    let container = try ModelContainer(
      for: Schema(models), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    var storeImport = try StoreImport(contentsOf: url)
    prepare(&storeImport)
    let report = try storeImport.run(into: container)
    print(report)
    for entity in report.entities {
      #expect(
        entity.read == entity.inserted + entity.merged + entity.leftOut, "\(entity.name)")
    }
    for links in report.relationships {
      #expect(links.read == links.written + links.leftOut, "\(links.name)")
    }
    let second = try storeImport.run(into: container)
    #expect(
      second.entities.allSatisfy { $0.read == $0.unchanged + $0.leftOut }, "\(second)")
    return (ModelContext(container), report)
  }

  @Test("Three levels of inheritance in one table, one of them renamed")
  func cars() throws {
    let (context, report) = try run(
      "coredataplus_SampleModel_V2",
      [Cars.Car.self, Cars.SportCar.self, Cars.LuxuryCar.self, Cars.Person.self])
    #expect(report.entities.map(\.inserted) == [115, 5, 20, 5])
    let cars = try context.fetch(FetchDescriptor<Cars.Car>())
    #expect(cars.count == 125)
    #expect(cars.count { type(of: $0) == Cars.LuxuryCar.self } == 5)
    let owned = cars.count { $0.owner != nil }
    #expect(report.relationships.filter { $0.name == "owner" }.map(\.written).reduce(0, +) == owned)
    #expect(owned > 0)
  }

  @Test("Books with pages, an abstract entity, decimals and archives of the app's classes")
  func books() throws {
    let (context, report) = try run(
      "coredataplus_SampleModel2_V2",
      [
        Books.Writer.self, Books.Author.self, Books.Book.self, Books.GraphicNovel.self,
        Books.Page.self, Books.Feedback.self,
      ])
    #expect(report.entities.map(\.inserted) == [1, 2, 3, 1, 119, 0])
    let novel = try #require(try context.fetch(FetchDescriptor<Books.GraphicNovel>()).first)
    let author = try #require(try context.fetch(FetchDescriptor<Books.Author>()).first)
    #expect(author.books?.count == 3)
    #expect(novel.author === author)
    let first = try context.fetch(FetchDescriptor<Books.Book>()).first {
      $0.title == "title 1 - author 1"
    }
    #expect(first?.price == Decimal(string: "10.11"))
    #expect(first?.pages?.count == 99)
    let pages = try context.fetch(FetchDescriptor<Books.Page>())
    #expect(pages.allSatisfy { $0.book != nil })
  }

  @Test("An abstract superentity, and the raw bytes of a transformer")
  func moods() throws {
    let (context, report) = try run(
      "moody_v1",
      [
        Moods.Mood.self, Moods.GeographicRegion.self, Moods.Country.self, Moods.Continent.self,
      ])
    #expect(report["Mood"]?.inserted == 4)
    #expect(report["Country"]?.inserted == 3 && report["Continent"]?.inserted == 2)
    let moods = try context.fetch(FetchDescriptor<Moods.Mood>())
    #expect(moods.allSatisfy { $0.country?.continent != nil || $0.country == nil })
    let mood = try #require(moods.first { $0.latitude == 13.154376 })
    #expect(mood.colors.count == 24 && mood.colors.starts(with: [0x6B, 0x65, 0x5A]))
    #expect(mood.country != nil)
  }

  @Test("A file of 2010: names of columns in capitals, references as integers")
  func cakes() throws {
    let (context, report) = try run(
      "magicalrecord_recipes",
      [Cakes.Recipe.self, Cakes.Ingredient.self, Cakes.RecipeType.self])
    #expect(report["Recipe"]?.inserted == 7 && report["Ingredient"]?.inserted == 31)
    #expect(report["Image"]?.leftOut == 7)
    let recipes = try context.fetch(FetchDescriptor<Cakes.Recipe>())
    let cake = try #require(recipes.first { $0.name == "Chocolate Cake" })
    #expect(cake.type?.name != nil)
    #expect(cake.thumbnailImage?.count == 2271)
    #expect(recipes.map(\.ingredients.count).reduce(0, +) == 31)
  }

  @Test(
    "SwiftData: composites, enumerations with and without payloads, and a one-to-one relationship")
  func tasks() throws {
    let (context, report) = try run("spezi_walonly", [Tasks.Task.self])
    #expect(report["Task"]?.inserted == 5)
    let tasks = try context.fetch(
      FetchDescriptor<Tasks.Task>(sortBy: [SortDescriptor(\.effectiveFrom)]))
    let third = try #require(tasks.first { $0.id == "task3" })
    #expect(third.title.key == "Task 3 %lf %f %lld %llu %@")
    #expect(third.instructions.key == "Task 3")
    #expect(third.notificationThread == .global)
    #expect(third.tags == [])
    #expect(third.effectiveFrom.timeIntervalSinceReferenceDate == 777_036_120.925461)
    let links = tasks.filter { $0.nextVersion != nil }
    #expect(links.count == 2)
    #expect(links.allSatisfy { $0.nextVersion?.previousVersion === $0 })
  }

  @Test("One app's stores of Core Data and of SwiftData, in the same classes by other names")
  func carts() throws {
    let models: [any PersistentModel.Type] = [Carts.Cart.self, Carts.Item.self]
    let (context, report) = try run("cartkit_coredata", models) {
      $0.map("CDCart", to: Carts.Cart.self)
      $0.map("CDCartItem", to: Carts.Item.self)
    }
    #expect(report["CDCart"]?.inserted == 1 && report["CDCartItem"]?.inserted == 1)
    let cart = try #require(try context.fetch(FetchDescriptor<Carts.Cart>()).first)
    #expect(cart.items.map(\.productId) == ["burger"])
    #expect(cart.items.map(\.totalPriceAmount) == [10])
    #expect(report.relationship("CDCart", "items")?.written == 1)
    let (other, second) = try run("cartkit_swiftdata", models) {
      $0.map("CartModel", to: Carts.Cart.self)
      $0.map("CartItemModel", to: Carts.Item.self)
    }
    #expect(second["CartModel"]?.inserted == 1 && second["CartItemModel"]?.read == 0)
    #expect(try other.fetch(FetchDescriptor<Carts.Cart>()).first?.id.isEmpty == false)
  }

  @Test("Files without objects")
  func empty() throws {
    let (_, users) = try run("freezeray_v2", [Users.User.self])
    #expect(users.entities.map(\.read) == [0])
    let (_, posts) = try run("contentful_empty", [Posts.Post.self, Posts.Author.self])
    #expect(posts.entities.map(\.read).reduce(0, +) == 0)
    #expect(posts.relationship("Post", "authors")?.property == "authors")
  }
}
