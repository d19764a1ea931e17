"""The provider's side of the contract with ledgers, below /api/connect (docs/ledger-contract.md)."""
