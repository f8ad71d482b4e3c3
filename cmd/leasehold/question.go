package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

// question is one of the four things that can be asked of a lease, and the ways
// to put its answer. Each command is one of them; they share all the rest.
type question struct {
	name   string
	append func(*leasehold.Result, []byte) []byte // the JSON object, as the service answers
	table  func(*report.Page, *leasehold.Result)
	csv    func(io.Writer, *leasehold.Result) error
}

// answerFlags are the flags of every command that answers.
type answerFlags struct {
	format string
	out    string
	files  fileFlags
	remote remoteFlags
}

// register adds the flags to a command.
func (f *answerFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.format, "format", "f", "", "form of the answer: "+strings.Join(formatNames(), ", ")+
		" (default: by the name of the output file, else table on a terminal, json otherwise)")
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write to this `file`, which is replaced only by a whole answer")
	_ = cmd.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var all []cobra.Completion
		for _, f := range formats {
			all = append(all, cobra.CompletionWithDesc(f.name, f.about))
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}) // the flag exists
}

// newQuestionCommand makes the command that asks q of a lease in a file or on
// standard input.
func newQuestionCommand(q *question, flags *answerFlags) *cobra.Command {
	cmd := &cobra.Command{
		Use:  q.name + " [FILE|-]",
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []cobra.Completion{"json", "ndjson"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return q.ask(cmd, args, flags)
		},
	}
	flags.register(cmd)
	flags.remote.register(cmd)
	flags.files.register(cmd, q)
	return cmd
}

// formatHelp is part of every answering command's help.
const formatHelp = `

The lease is one JSON object with the fields of the contract, read from FILE or
from standard input. With --format ndjson the input is one lease a line, and so
is the output, in the same order: a line that is refused gets an error object
in its place, the others go on, and the exit status is 1 at the end.

Exit status: 0 for an answer, 1 for a lease that is refused or a file that
cannot be read or written, 2 for a wrong command line.`

func (q *question) ask(cmd *cobra.Command, args []string, flags *answerFlags) error {
	if err := flags.remote.check(cmd); err != nil {
		return err
	}
	if flags.remote.server != "" {
		return q.askServer(cmd, args, flags)
	}
	f, err := flags.pick(cmd.OutOrStdout(), "json")
	if err != nil {
		return err
	}
	in, err := openInput(cmd, args)
	if err != nil {
		return err
	}
	defer in.close()
	if f.file != nil || flags.files.given(cmd) {
		return q.writeFile(cmd, in, f, flags)
	}
	if f.answer == nil {
		return writeTo(cmd, flags.out, func(w io.Writer) error { return q.stream(cmd, in, w, flags.out != "") })
	}
	result, err := readResult(in)
	if err != nil {
		return err
	}
	return writeTo(cmd, flags.out, func(w io.Writer) error { return f.answer(w, q, result) })
}

// readResult reads the one lease of an input and computes it.
func readResult(in *input) (*leasehold.Result, error) {
	body, err := io.ReadAll(io.LimitReader(in, batch.MaxLine+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", in.name, cause(err))
	}
	if len(body) > batch.MaxLine {
		return nil, fmt.Errorf("%s: body: is longer than the %d bytes that a lease may have%s", in.name, batch.MaxLine, in.hint())
	}
	result, err := compute(body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w%s", in.name, err, in.hint())
	}
	return result, nil
}

// compute is the whole way from a lease's text to its accounting.
func compute(body []byte) (*leasehold.Result, error) {
	lease, err := leasehold.Decode(body)
	if err != nil {
		return nil, err
	}
	return leasehold.Compute(lease)
}
