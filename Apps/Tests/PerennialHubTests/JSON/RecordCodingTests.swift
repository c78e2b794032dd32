import Foundation
import PerennialRecords
import RandomTesting
import Testing

@testable import PerennialHub

/// Tests of random records yield to other tests, which have time limits.
@Suite("The hub's reader and writer of records")
struct RecordCodingTests {
  @Test(
    "They agree with JSONDecoder and JSONEncoder on random records",
    arguments: TestSeeds.some(3))
  func agreement(seed: UInt64) async throws {
    var author = RecordAuthor(seed: seed)
    var (written, read) = (0, 0)
    for number in 0..<2000 {
      if number % 100 == 0 { await Task.yield() }
      let record = author.record()
      let reference = try JSONEncoder().encode(record)
      if let body = RecordWriter.body(of: record) {
        written += 1
        #expect(
          try JSONDecoder().decode(Record.self, from: body) == record,
          "seed \(seed), record \(number)")
        #expect(try RecordCoding.record(in: body) == record, "seed \(seed), record \(number)")
      }
      if let copy = RecordReader.record(in: reference) {
        read += 1
        #expect(copy == record, "seed \(seed), record \(number)")
      }
      #expect(try RecordCoding.record(in: RecordCoding.body(of: record)) == record)
    }
    // Most records are of the usual form, and some are not.
    #expect(written > 400 && written < 2000 && read > 300)
  }

  @Test("Content of a later version of the library is kept")
  func laterContent() throws {
    let text = #"{"name":"o.1","type":"Note","state":{"later":[1,{"a":"b"}]}}"#
    let record = try RecordCoding.record(in: Data(text.utf8))
    #expect(try RecordCoding.record(in: RecordCoding.body(of: record)) == record)
    #expect(try String(decoding: RecordCoding.body(of: record), as: UTF8.self).contains("later"))
  }

  @Test("Counters are read and written without JSONDecoder and JSONEncoder")
  func counters() throws {
    let counter =
      #"{"00000000000004d2":["0000018bcfe56800-00000000000004d2",-3,"0000018bcfe56700-00000000000004d2"],"#
      + #""000000000000162e":["0000018bcfe56800-000000000000162e",12]}"#
    let text = #"{"name":"o.1","type":"Jar","state":{"counters":{"opened":\#(counter)}}}"#
    let record = try #require(RecordReader.record(in: Data(text.utf8)))
    #expect(try JSONDecoder().decode(Record.self, from: Data(text.utf8)) == record)
    #expect(record.state.counters["opened"]?.sum(after: nil) == 9)
    let body = try #require(RecordWriter.body(of: record))
    #expect(body.count == text.utf8.count)
    #expect(RecordReader.record(in: body) == record)
  }

  @Test("They agree on pushes", arguments: TestSeeds.some(2))
  func pushes(seed: UInt64) async throws {
    var author = RecordAuthor(seed: seed)
    for number in 0..<300 {
      if number % 100 == 0 { await Task.yield() }
      let token = number % 2 == 0 ? nil : SyncToken(incarnation: 1, sequence: Int64(number))
      let request = PushRequest(token: token, records: author.request().records)
      let body = try JSONEncoder().encode(request)
      #expect(try RecordCoding.push(in: body) == request, "seed \(seed), request \(number)")
      if let copy = RecordReader.push(in: body) { #expect(copy == request) }
    }
  }

  @Test(
    "The reader accepts nothing that JSONDecoder refuses, or reads as another record",
    arguments: TestSeeds.some(3))
  func mutations(seed: UInt64) async throws {
    var author = RecordAuthor(seed: seed)
    var accepted = 0
    for number in 0..<12_000 {
      if number % 100 == 0 { await Task.yield() }
      var body = try RecordCoding.body(of: author.record())
      for _ in 0..<author.number(1..<3) {
        let index = author.number(0..<body.count)
        let letters = Array("\"\\{}[],:0-9aen \u{1}".utf8)
        switch author.number(0..<4) {
        case 0: body.remove(at: index)
        case 1: body.insert(letters[author.number(0..<letters.count)], at: index)
        case 2: body[index] = letters[author.number(0..<letters.count)]
        default:
          let end = min(body.count, index + author.number(1..<40))
          body.insert(contentsOf: body[index..<end], at: index)
        }
        if body.isEmpty { body = Data("{}".utf8) }
      }
      guard String(validating: body, as: UTF8.self) != nil,
        let record = RecordReader.record(in: body)
      else { continue }
      accepted += 1
      let text = String(decoding: body, as: UTF8.self)
      #expect(
        (try? JSONDecoder().decode(Record.self, from: body)) == record,
        "seed \(seed), record \(number): \(text)")
    }
    #expect(accepted > 100)
  }

  @Test(
    "Unusual forms are left to JSONDecoder",
    arguments: [
      #"{"name":"a","type":"T","state":{},"name":"b"}"#,
      #"{"name":"a","type":"T","state":{},"x":1}"#,
      #"{"name":"\u0061","type":"T","state":{}}"#,
      #"{"name":"a","type":"T","state":{"life":null}}"#,
      #"{"name":"a","type":"T","state":{"fields":{},"fields":{"f":["0000018bcfe56800-00000000000004d2",1]}}}"#,
      #"{"name":"a","type":"T","state":{"counters":{},"counters":{"f":{"00000000000004d2":["0000018bcfe56800-00000000000004d2",1]}}}}"#,
      #"{"name":"a","type":"T","state":{"resets":{},"resets":{"f":"0000018bcfe56800-00000000000004d2"}}}"#,
      #"{"name":"a","type":"T","state":{"fields":{"f":["0000018bcfe56800-00000000000004d2",1.0]}}}"#,
      #"{"name":"a","type":"T","state":{"fields":{"f":["0000018bcfe56800-00000000000004d2",1,2,3]}}}"#,
      #"{"name":"a","type":"T","state":{"fields":{"f":["0000018bcfe56800-00000000000004D2",1]}}}"#,
      #"{"name":"a","type":"T","state":{"counters":{"f":{}}}}"#,
      #"{"name":"a","type":"T","state":{"counters":{"f":{"4D2":["0000018bcfe56800-00000000000004d2",1]}}}}"#,
      #"{"name":"a","type":"T","state":{"counters":{"f":{"00000000000004d2":["0000018bcfe56800-00000000000004d2",1.5]}}}}"#,
      #"{"name":"a","type":"T","state":{"counters":{"f":{"00000000000004d2/o.1":["0000018bcfe56800-00000000000004d2",1]}}}}"#,
      #"{"name":"a","type":"T","state":{}} x"#, #"{"name":"a","type":"T"}"#, "",
    ])
  func unusual(text: String) {
    #expect(RecordReader.record(in: Data(text.utf8)) == nil)
  }
}
