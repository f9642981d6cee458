"""Run the tests as on other machines: `make test-machines`, or `python -m tools.machines --help`.

`variants` lists the machines as data, `touches` chooses the tests that can differ there, `pythons`
finds interpreters, `host` describes this machine and why it cannot play a variant, `running` runs
one variant in a fresh copy of the checkout, `report` prints the table.
"""
