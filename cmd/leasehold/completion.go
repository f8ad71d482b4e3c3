package main

import "github.com/spf13/cobra"

// addCompletion adds cobra's commands completion and help to root, with examples.
func addCompletion(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Example = "  leasehold help compute"
			cmd.RunE = func(_ *cobra.Command, args []string) error {
				about, _, err := root.Find(args)
				if err != nil {
					return usageError{err}
				}
				about.InitDefaultHelpFlag()
				return about.Help()
			}
		case "completion":
			cmd.Example = "  leasehold completion bash --help"
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() } // without RunE, cobra would accept unknown shells
			for _, shell := range cmd.Commands() {
				shell.Example = map[string]string{
					"bash":       "  source <(leasehold completion bash)",
					"zsh":        "  source <(leasehold completion zsh)",
					"fish":       "  leasehold completion fish | source",
					"powershell": "  leasehold completion powershell | Out-String | Invoke-Expression",
				}[shell.Name()]
			}
		}
	}
}
