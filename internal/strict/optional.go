package strict

// Optional is a value that may be absent. The zero value is absent.
type Optional[T any] struct {
	Value T
	Set   bool
}

// Some returns an Optional with the value v.
func Some[T any](v T) Optional[T] { return Optional[T]{Value: v, Set: true} }
