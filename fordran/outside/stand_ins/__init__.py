"""Stand-ins of outside systems: each speaks its system's protocol, and answers by the rules in docs/simulators.md."""
