// Package strict reads JSON objects exactly. Field names are case-sensitive. Duplicate fields,
// unknown fields and data after the object are errors. Numbers are read from their text without
// loss of precision. The reader reports every error with the path of its field, as in
// events[2].date.
//
// An [Object] describes one kind of object as a table of fields. A constructor for each kind of
// value returns a field: [Enum], [Int], [Decimal], [Flag], [Text], [List], [Nested] and others. The
// same table also checks values that Go code has built, and prints them with the fields in a
// defined order.
package strict
