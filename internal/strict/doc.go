// Package strict reads JSON objects by tables of their members, exactly: names
// match letter by letter, none comes twice, none is unknown, numbers are read from
// their text and never lose a digit, and nothing follows the object. Every fault
// is found, and names the member at fault by its path, as in events[2].date.
//
// An [Object] is the table of one kind of object; its fields are made by the
// functions named after their kinds: [Enum], [Int], [Decimal], [Flag], [Text],
// [List], [Nested] and so on. The same table checks values that were made by hand
// and prints them in a fixed order.
package strict
