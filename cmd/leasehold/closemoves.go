package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// listMoves writes the lease changes since the previous closing. earlier names the lease files of
// the previous closing. If the user has not supplied these files, earlier is empty.
func (m *closingMaker) listMoves(w io.Writer, moves []closingfile.Move, earlier []string) error {
	texts := map[string]string{}
	if len(earlier) > 0 {
		for i := range moves {
			if moves[i].Kind == closingfile.Changed {
				texts[moves[i].ID] = moves[i].Was
			}
		}
		if err := m.earlier(earlier, texts); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(w)
	if len(moves) == 0 {
		fmt.Fprintln(out, "No signed balance has changed since the previous closing.")
	}
	for i := range moves {
		move := &moves[i]
		fmt.Fprintf(out, "%-7s %s: %s\n", move.Kind, move.ID, move.Effect())
		before := texts[move.ID]
		switch {
		case move.Kind != closingfile.Changed || len(earlier) == 0:
		case before == move.Was:
			fmt.Fprintln(out, "          --previous-leases contains a different version of this lease than the previous closing")
		default:
			lines, err := changedMembers(before, move.Text)
			if err != nil {
				return err
			}
			for _, line := range lines {
				fmt.Fprintf(out, "          %s\n", line)
			}
		}
	}
	return out.Flush()
}

// earlier reads the leases of the previous closing from files. The values of texts are fingerprints
// of lease requests. If the request of a lease has this fingerprint, earlier replaces the
// fingerprint with the request.
func (m *closingMaker) earlier(names []string, texts map[string]string) error {
	files, err := openFiles(m.cmd, names, m.sheet)
	if err != nil {
		return err
	}
	err = batch.ForEach(files.source(), func(it *batch.Item) error {
		if fingerprint, wanted := texts[it.ID]; wanted && it.Err == nil {
			if text := it.Lease.Append(nil); portfolio.Fingerprint(text) == fingerprint {
				texts[it.ID] = string(text)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("--previous-leases: %w", err)
	}
	return nil
}

// changedMembers returns one line for each field that differs between two JSON objects.
func changedMembers(before, after string) ([]string, error) {
	read := func(text string) (v any, err error) {
		d := json.NewDecoder(bytes.NewReader([]byte(text)))
		d.UseNumber()
		err = d.Decode(&v)
		return v, err
	}
	was, err := read(before)
	if err != nil {
		return nil, fmt.Errorf("read an earlier lease: %w", err)
	}
	now, err := read(after)
	if err != nil {
		return nil, fmt.Errorf("read a lease: %w", err)
	}
	var lines []string
	differ("", was, now, &lines)
	return lines, nil
}

func differ(path string, was, now any, lines *[]string) {
	if objectWas, ok := was.(map[string]any); ok {
		if objectNow, ok := now.(map[string]any); ok {
			names := maps.Clone(objectWas)
			maps.Copy(names, objectNow)
			for _, name := range slices.Sorted(maps.Keys(names)) {
				differ(strings.TrimPrefix(path+"."+name, "."), objectWas[name], objectNow[name], lines)
			}
			return
		}
	}
	listWas, wasList := was.([]any)
	listNow, nowList := now.([]any)
	if wasList && (nowList || now == nil) || nowList && was == nil {
		for i := range max(len(listWas), len(listNow)) {
			differ(fmt.Sprintf("%s[%d]", path, i), at(listWas, i), at(listNow, i), lines)
		}
		return
	}
	if a, b := shown(was), shown(now); a != b {
		*lines = append(*lines, path+": "+a+" → "+b)
	}
}

func at(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

func shown(v any) string {
	if v == nil {
		return "none"
	}
	text, err := json.Marshal(v)
	if err != nil { // never happens, because the value was parsed from JSON
		return err.Error()
	}
	return strict.Clip(string(text))
}
