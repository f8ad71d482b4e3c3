package strict

// Optional is a value that a lease may leave out. The zero value is absent.
type Optional[T any] struct {
	Value T
	Set   bool
}

// Some returns an Optional that holds v.
func Some[T any](v T) Optional[T] { return Optional[T]{Value: v, Set: true} }
