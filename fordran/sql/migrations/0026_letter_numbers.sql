-- Numbers that people call cases and letters by, and the codes by which debtors open what is theirs.

set local search_path = fordran;

create sequence letter_serials as bigint;
alter table letters add column letter_number words;
alter table installation add column code_key_mark bytea;

-- As fordran/domain/numbers/case_number.py has it: the account's number and the serial of the payment reference.
create function case_number(ocr text) returns text language sql immutable parallel safe strict
    return substr(ocr, 2, left(ocr, 1)::int) || '-' || substr(ocr, 2 + left(ocr, 1)::int, length(ocr) - 3 - left(ocr, 1)::int);

create table debtor_codes (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    case_id                   id not null,
    letter_id                 id,  -- the letter that carries it; without one it is the case's own, which invoices and links carry
    code_mark                 bytea not null,  -- made of the code and a key that is not in the database
    primary key (account_id, id),
    constraint debtor_codes_case_is_there foreign key (account_id, case_id) references cases,
    constraint debtor_codes_letter_is_there foreign key (account_id, letter_id) references letters,
    constraint debtor_codes_are_one_a_case unique (account_id, code_mark, case_id)
);
comment on table debtor_codes is 'tenant: which code opens which cases';
create index debtor_codes_by_mark on debtor_codes (code_mark);
create index debtor_codes_of_case on debtor_codes (account_id, case_id);

insert into audit_rules (table_name, records, reason, resource, document, secret) values
    ('debtor_codes', 'changes', 'Made with a letter or an invoice.', 'cases', 'case_id', '{code_mark}');
update audit_rules set secret = '{token_key,code_key_mark}' where table_name = 'installation';
