package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// confirmation prompts on a terminal before an irreversible action. Scripts
// are not prompted.
type confirmation struct {
	question string // with %s for the argument
	yes      bool
}

func (c *confirmation) register(flags *pflag.FlagSet) {
	flags.BoolVarP(&c.yes, "yes", "y", false, "do not ask, on a terminal")
}

// ask returns an error unless the answer is yes.
func (c *confirmation) ask(cmd *cobra.Command, args []string) error {
	if c.yes || !terminalOf(cmd.InOrStdin()).is {
		return nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), c.question+" [y/N] ", args[0])
	answer, _ := bufio.NewReader(cmd.InOrStdin()).ReadString('\n') // an empty reply means no
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer == "y" || answer == "yes" {
		return nil
	}
	return errors.New("nothing was changed")
}
