package pdf

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// filedUnder lists the fields in every memo in addition to the name and the id of the lease. The tag with
// the same name contains the value. Without such a tag, the memo has an empty line.
var filedUnder = []string{"Entity", "Lessor", "Asset", "Location"}

// Identity returns the fields that identify the lease, followed by fields for the signatures and dates
// of the preparer and the reviewer, for [document.Document.Fields].
func Identity(l *leasehold.Lease) [][2]string {
	say := l.Standard.Say
	fields := [][2]string{{say("Lease"), l.Name}, {say("Lease ID"), l.ID}}
	tags := wording.TagNames(l)
	for _, name := range filedUnder {
		label, value := say(name), ""
		if i := slices.IndexFunc(tags, func(tag string) bool { return strings.EqualFold(tag, name) || strings.EqualFold(tag, label) }); i >= 0 {
			value = l.Tags[tags[i]]
			tags = slices.Delete(tags, i, i+1)
		}
		fields = append(fields, [2]string{label, value})
	}
	for _, tag := range tags {
		fields = append(fields, [2]string{tag, l.Tags[tag]})
	}
	if len(fields)%2 == 1 {
		fields = append(fields, [2]string{})
	}
	return append(fields, [][2]string{{"Prepared by", ""}, {"Date", ""}, {"Reviewed by", ""}, {"Date", ""}}...)
}
