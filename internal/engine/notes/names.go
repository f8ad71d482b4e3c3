package notes

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Name adapts the notes and citations of a result to the name of a national standard and to the
// spelling of the standard.
func Name(r *schedule.Result) {
	label := r.Lease.Framework
	for i := range r.Notes {
		r.Notes[i].Text = label.Say(r.Lease.Standard.Spell(r.Notes[i].Text))
	}
	if label == standard.NoLabel {
		return
	}
	r.Citations = renamed(r.Citations, label)
	r.Events = slices.Clone(r.Events)
	for i := range r.Events {
		r.Events[i].Citations = renamed(r.Events[i].Citations, label)
	}
}

func renamed(list []standard.Citation, label standard.Label) []standard.Citation {
	list = slices.Clone(list)
	for i := range list {
		list[i].Paragraph, list[i].Text = label.Say(list[i].Paragraph), label.Say(list[i].Text)
	}
	return list
}
