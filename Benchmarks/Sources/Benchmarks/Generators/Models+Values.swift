extension Item {
  /// An object with generated values.
  convenience init(_ values: ItemValues) {
    self.init(
      id: values.id,
      count: values.count,
      weight: values.weight,
      name: values.name,
      note: values.note,
      date: values.date,
      isDone: values.isDone,
      rank: values.rank
    )
  }
}

extension User {
  /// An object with generated values.
  convenience init(_ values: UserValues) {
    self.init(
      id: values.id,
      firstName: values.firstName,
      surname: values.surname,
      age: values.age
    )
  }
}

extension School {
  /// An object with generated values.
  convenience init(_ values: SchoolValues.School) {
    self.init(id: values.id, name: values.name, location: values.location, type: values.type)
  }
}

extension Student {
  /// An object with generated values.
  convenience init(_ values: SchoolValues.Student, school: School) {
    self.init(
      id: values.id,
      firstName: values.firstName,
      surname: values.surname,
      age: values.age,
      school: school
    )
  }
}

extension Grade {
  /// An object with generated values.
  convenience init(_ values: SchoolValues.Grade, student: Student) {
    self.init(
      id: values.id,
      subject: values.subject,
      grade: values.grade,
      examBoard: values.examBoard,
      student: student
    )
  }
}
