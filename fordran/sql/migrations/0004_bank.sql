-- Bank files, the transactions that they bring, and the journal of money that is on no case.

set local search_path = fordran;

-- Money in ---------------------------------------------------------------------------------------------------------------------

-- A payment is matched before its account is known. The account's own number begins the reference, so it is one account's.
create index ocr_numbers_by_ocr on ocr_numbers (ocr);

create table bank_files (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    sha256                    bytea not null constraint bank_files_count_once unique check (length(sha256) = 32),
    filename                  words not null,
    kind                      words not null,
    size                      bigint not null,
    status                    words not null check (status in ('stored', 'settled')),
    first_date                date,
    last_date                 date,
    amount_in                 bigint not null,
    amount_out                bigint not null,
    transactions              integer not null,
    matched                   integer not null,
    suspense                  integer not null,
    recalled                  integer not null,
    withdrawals               integer not null,
    duplicates                integer not null,
    constraint bank_files_account_for_every_transaction
        check (transactions = matched + suspense + recalled + withdrawals + duplicates)
);
comment on table bank_files is 'shared: files from the bank, and what became of what they brought';
create index bank_files_unfinished on bank_files (id) where status = 'stored';

create table bank_transactions (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    key                       words not null constraint bank_transactions_count_once unique,
    file_id                   id not null references bank_files,
    position                  integer not null,
    kind                      words not null check (kind in ('payment', 'deduction', 'recall', 'withdrawal')),
    booking_date              date not null,
    value_date                date not null,
    amount                    bigint not null check (amount <> 0),
    bank_account              words not null,
    receiver                  words not null,
    reference                 words not null,  -- the first of the references
    "references"              jsonb not null,
    payer                     jsonb not null,
    information               jsonb not null,
    bank_reference            words not null,
    own_reference             words not null,
    entry                     words not null,
    is_itemised               boolean not null,
    status                    words not null check (status in (
        'matched',     -- its money is on cases; of a recall: its payment is taken back
        'suspense',    -- it waits for somebody to say what it is for
        'to_refund',   -- it is to go back to the payer
        'refunded',    -- it went back to the payer
        'recalled',    -- the bank took it back
        'withdrawn',   -- it left by our own order or for the bank's charges: booked where it was ordered
        'duplicate')), -- the same money is another transaction's, which the bank itemised or did not
    reason                    words,  -- why it waits
    suspense_amount           bigint not null default 0,  -- what of it stands on the suspense account
    recalled_id               id references bank_transactions,  -- the payment that a recall takes back
    bookings                  integer not null default 0,
    head_hash                 text not null default repeat('0', 64),
    constraint bank_transactions_wait_with_an_amount
        check ((status in ('suspense', 'to_refund')) = (suspense_amount <> 0))
);
comment on table bank_transactions is 'shared: what happened on the bank account, each transaction once for ever';
create index bank_transactions_by_entry on bank_transactions (entry);
create index bank_transactions_not_itemised on bank_transactions (entry) where not is_itemised;
create index bank_transactions_by_reference on bank_transactions (reference) where reference <> '';
create index bank_transactions_by_bank_reference on bank_transactions (bank_reference) where bank_reference <> '';
create index bank_transactions_by_own_reference on bank_transactions (own_reference) where own_reference <> '';
create index bank_transactions_waiting on bank_transactions (id) where status in ('suspense', 'to_refund');

-- A transaction's money on a case. It is due until the case has it in its journal, which is done account by account. There is no
-- foreign key to cases, which are distributed where this is not; `fordran verify` looks for the case of each.
create table bank_payments (
    id                        id primary key,
    transaction_id            id not null references bank_transactions,
    account_id                id not null,
    creditor_id               id not null,
    case_id                   id not null,
    amount                    bigint not null check (amount <> 0),  -- negative where a deduction lowers a payment
    booking_date              date not null,
    was_in_suspense           boolean not null default false,
    lowered_id                id references bank_payments,  -- the payment that a deduction lowers
    recalled_on               date,
    recall_id                 id references bank_transactions,
    is_due                    boolean not null default true,
    is_booked                 boolean not null default false,
    constraint bank_payments_lower_a_payment check ((amount < 0) = (lowered_id is not null)),
    constraint bank_payments_are_recalled_by_a_recall check ((recalled_on is null) = (recall_id is null))
);
comment on table bank_payments is 'shared: parts of transactions that are cases'' money';
create index bank_payments_of_transaction on bank_payments (transaction_id);
create index bank_payments_of_case on bank_payments (account_id, case_id);
create index bank_payments_due on bank_payments (account_id, case_id) where is_due;
create index bank_payments_lowering on bank_payments (lowered_id) where lowered_id is not null;

create table bank_bookings (
    transaction_id            id not null references bank_transactions,
    position                  integer not null check (position > 0),
    id                        id not null,
    at                        timestamptz not null,
    booked_on                 date not null,
    act                       words not null,
    details                   jsonb not null,
    ledger_accounts           integer[] not null,
    amounts                   bigint[] not null,
    previous_hash             text not null,
    hash                      text not null,
    primary key (transaction_id, position),
    constraint bank_bookings_balance check (sum_of(amounts) = 0),
    constraint bank_bookings_name_an_account_for_each_amount check (cardinality(ledger_accounts) = cardinality(amounts))
);
comment on table bank_bookings is 'shared: the journal of money that is on no case, chained transaction by transaction';
create index bank_bookings_by_day on bank_bookings (booked_on);
create trigger bank_bookings_are_append_only before update or delete on bank_bookings
    for each row execute function refuse_change();
create trigger bank_bookings_are_not_truncated before truncate on bank_bookings
    for each statement execute function refuse_change();

create table bank_refunds (
    id                        id primary key,
    created                   timestamptz not null,
    transaction_id            id not null references bank_transactions,
    amount                    bigint not null check (amount > 0),
    name                      words not null,
    bank_account              jsonb not null,
    exported                  timestamptz,
    constraint bank_refunds_are_made_once unique (transaction_id)
);
comment on table bank_refunds is 'shared: money in suspense that is to go back to its payer, until it has been exported to the bank';
create index bank_refunds_due on bank_refunds (id) where exported is null;
