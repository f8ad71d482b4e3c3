package faults

// figures checks that all successful responses to a request have the same bytes.
func (o *oracle) figures(exchanges []*exchange) {
	type question struct {
		op   string
		body int
	}
	first := map[question]string{}
	for _, d := range exchanges {
		if !d.acknowledged() {
			continue
		}
		q := question{d.op, d.body}
		if known, ok := first[q]; ok && known != d.reply.Figures() {
			o.complain("%s of %d months has two answers", q.op, q.body)
		}
		first[q] = d.reply.Figures()
	}
}
