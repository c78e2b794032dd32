import Foundation

/// A library that works on complex objects: schools, students and grades.
protocol SchoolContender: AnyObject {
  static var library: Library { get }

  /// Opens a new database and creates its tables.
  init(at file: URL) throws

  /// Makes all objects and saves them in one transaction.
  func create(_ values: SchoolValues, _ stopwatch: Stopwatch) throws

  /// Fetches the students with the best grade in physics, and lets go of them; so many times.
  func fetchPhysicists(times: Int, _ stopwatch: Stopwatch) throws

  /// Fetches the students of one school that have a grade in maths, and lets go of them; so many
  /// times.
  func fetchMathematicians(times: Int, _ stopwatch: Stopwatch) throws

  /// Gives those students an "f" in maths, the students having been fetched before.
  func failMathematicians(_ stopwatch: Stopwatch) throws

  /// Deletes everything.
  func deleteAll(_ stopwatch: Stopwatch) throws
}

/// The steps that contenders time, and the SQL of contenders without a schema of their own.
enum SchoolSteps {
  static let create = "create"
  static let physics = "physics"
  static let maths = "maths"
  static let fail = "fail"
  static let delete = "delete"

  static let tables = """
    CREATE TABLE school (
      pk INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      name TEXT NOT NULL,
      location TEXT NOT NULL,
      type TEXT NOT NULL
    ) STRICT;
    CREATE TABLE student (
      pk INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      firstName TEXT NOT NULL,
      surname TEXT NOT NULL,
      age INTEGER NOT NULL,
      school INTEGER REFERENCES school (pk) ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX student_school ON student (school);
    CREATE TABLE grade (
      pk INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      subject TEXT NOT NULL,
      grade TEXT NOT NULL,
      examBoard TEXT NOT NULL,
      student INTEGER REFERENCES student (pk) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX grade_student ON grade (student);
    """

  /// The students with the best grade in physics, by hand.
  static let physicists = """
    SELECT pk, id, firstName, surname, age, school FROM student WHERE pk IN (
      SELECT student FROM grade WHERE subject = 'physics' AND grade = 'aStar'
    )
    """

  /// The students of one school that have a grade in maths, by hand.
  static let mathematicians = """
    SELECT pk, id, firstName, surname, age, school FROM student
    WHERE school IN (SELECT pk FROM school WHERE name = 'Falconwood College')
      AND EXISTS (SELECT 1 FROM grade WHERE grade.student = student.pk AND subject = 'maths')
    """

  static let gradesInMaths = "SELECT pk FROM grade WHERE student = ? AND subject = 'maths'"
}
