.PHONY: judge-workbooks bench-workbook

judge-workbooks: packages ## recalculate the workbooks of 60 random leases in LibreOffice, also with changed inputs (takes minutes)
	$(GO) test ./internal/export/workbook -run LibreOffice -v -timeout 60m -args -leases 60

bench-workbook: ## measure the time and memory needed to write a workbook of 1,200 periods
	$(GO) test ./internal/export/workbook -run '^$$' -bench 1200 -benchmem
