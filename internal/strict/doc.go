// Package strict reads JSON objects exactly. Field names are case-sensitive; duplicate and
// unknown fields are errors, and so is data after the object. Numbers are read from their
// text without loss of precision. The reader reports every error with the path of its
// field, as in events[2].date.
//
// An [Object] describes one kind of object as a table of fields. A function for each kind
// of value returns a field: [Enum], [Int], [Decimal], [Flag], [Text], [List], [Nested] and
// others. The same table checks values built in Go and prints them in a defined order.
package strict
