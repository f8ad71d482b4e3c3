package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/client"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// keyVariable is the environment variable with the API key. There is no flag for the key, because
// its value would be visible in the process list and in the shell's history.
const keyVariable = "LEASEHOLD_KEY"

type remoteFlags struct {
	server  string
	keyFile string
	name    string // value of --idempotency-key, which is sent in the Idempotency-Key header

	insecure bool
}

func (f *remoteFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.server, "server", "", "compute on the server at this `URL`, with the key in "+keyVariable)
	cmd.Flags().StringVar(&f.keyFile, "key-file", "", "with --server: read the API key from this `file` instead")
	cmd.Flags().StringVar(&f.name, "idempotency-key", "", "with --server: name of this computation, so that a repeated command is not billed again")
	cmd.Flags().BoolVar(&f.insecure, "insecure", false, "with --server: send the key to another machine without TLS")
	_ = cmd.MarkFlagFilename("key-file") // cannot fail, because the flag exists
}

// requestFlags contains the flags of the commands that compute one request, locally or on a server.
type requestFlags struct {
	outputFlags
	exportFlags
	remoteFlags
}

// open returns the name of the output format, the client for the server, and the input. The format must be one
// of the local formats or, with --server, one of the remote formats. Without --server, the client is nil.
func (f *requestFlags) open(
	cmd *cobra.Command, args []string, op *operations.Operation, local []format, remote ...format,
) (name string, server *client.Client, in *input, err error) {
	if err := needFlag(cmd, "server", "key-file", "idempotency-key", "insecure"); err != nil {
		return "", nil, nil, err
	}
	command, offered := op.Command, local
	if f.server != "" {
		command, offered = op.Command+" --server", remote
	}
	if name, err = f.pick(cmd, command, offered, jsonFormat.name); err != nil {
		return "", nil, nil, err
	}
	if server, err = f.client(); err != nil {
		return "", nil, nil, err
	}
	in, err = openInput(cmd, args)
	return name, server, in, err
}

func (f *remoteFlags) client() (*client.Client, error) {
	if f.server == "" {
		return nil, nil //nolint:nilnil // the user has not named a server
	}
	key, _, err := textOrFile(keyVariable)
	if err != nil && f.keyFile == "" {
		return nil, err
	}
	if f.keyFile != "" {
		text, err := readFile(f.keyFile, io.ReadAll)
		if err != nil {
			return nil, fmt.Errorf("--key-file: %w", err)
		}
		key = strings.TrimSpace(string(text))
	}
	if key == "" {
		return nil, fmt.Errorf("no API key: set %s, or name a file that contains the key with --key-file", keyVariable)
	}
	options := []client.Option{client.WithUserAgent("leasehold/" + buildVersion().Version)}
	if f.insecure {
		options = append(options, client.WithInsecure())
	}
	c, err := client.New(f.server, key, options...)
	if err != nil {
		return nil, usageError{fmt.Errorf("--server: %w", err)}
	}
	return c, nil
}

func (f *remoteFlags) ask(cmd *cobra.Command, c *client.Client, op *operations.Operation, body []byte) ([]byte, error) {
	var options []client.CallOption
	if f.name != "" {
		options = append(options, client.WithIdempotencyKey(f.name))
	}
	answer, err := c.Do(cmd.Context(), client.Operation(op.Name), body, options...)
	if err != nil {
		return nil, err
	}
	return answer.Body, nil
}

// streamServer reads an input with one lease per line, and sends the leases one after the other.
// Parallel requests would not be faster, because the server limits the request rate. For a rejected
// lease, an error object replaces the result. Any other error ends the command.
func (op *operation) streamServer(cmd *cobra.Command, c *client.Client, in *input, out io.Writer, rates *ratetable.Table) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, batch.MaxLine+1)
	var leases, refused int64
	for number := 1; lines.Scan(); number++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		leases++
		answer, err := c.Do(cmd.Context(), client.Operation(op.Name), op.withAt(withRates(line, rates)))
		rejection, ok := errors.AsType[*client.Error](err)
		switch {
		case err == nil:
			_, err = out.Write(append(bytes.TrimSpace(answer.Body), '\n'))
		case ok && rejection.Code == client.InvalidRequest:
			refused++
			err = json.NewEncoder(out).Encode(struct {
				Line  int `json:"line"`
				Error any `json:"error"`
			}{number, map[string]any{"code": rejection.Code, "message": rejection.Message, "request_id": rejection.RequestID}})
		}
		if err != nil {
			return fmt.Errorf("%s: line %d, after %d leases: %w", in.name, number, leases-1, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read %s: after %d leases: %w", in.name, leases, cause(err))
	}
	return reportRefused(cmd.ErrOrStderr(), in.name, refused, leases)
}

// withRates returns a lease's text with the rate table added, unless the lease already contains a rate table.
func withRates(lease []byte, rates *ratetable.Table) []byte {
	if rates == nil || bytes.Contains(lease, []byte(`"discountRates"`)) {
		return lease
	}
	return withField(lease, rates.Append([]byte(`"discountRates":`)))
}

func (op *operation) withAt(lease []byte) []byte {
	if !op.at.Set {
		return lease
	}
	return withField(lease, []byte(`"at":"`+op.at.Value.String()+`"`))
}

// withField returns the text of a JSON object with a field added. It returns any other text unchanged.
func withField(object, field []byte) []byte {
	open, found := bytes.CutSuffix(bytes.TrimSpace(object), []byte("}"))
	if !found {
		return object
	}
	text := bytes.TrimSpace(slices.Clone(open))
	if len(text) > 0 && text[len(text)-1] != '{' {
		text = append(text, ',')
	}
	return append(append(text, field...), '}')
}
