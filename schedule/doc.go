// Package schedule defines the results of measuring a lease, as plain values: the rows of the
// schedule, the segments between events, the effect of each event, the amounts of a reporting
// period, journal entries, and the texts about them. Explanations and journal entries can also be
// derived from a result that was written as JSON and read again.
package schedule
