package closingfile

// Effect describes how a changed lease affects the accounts.
func (move *Move) Effect() string {
	switch {
	case move.Late != nil:
		return move.Late.Effect()
	case move.Kind == Ended:
		return "fully derecognized"
	}
	return "no account changes"
}
