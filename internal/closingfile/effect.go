package closingfile

// Effect says how a move changes the accounts.
func (move *Move) Effect() string {
	switch {
	case move.Late != nil:
		return move.Late.Effect()
	case move.Kind == Ended:
		return "fully derecognized"
	}
	return "no account changes"
}
