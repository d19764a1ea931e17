-- What a creditor's invoices and letters say of it, which is never guessed.
alter table creditors
    add column vat_no words,
    add column approved_for_f_tax boolean,
    add column email words,
    add column phone words,
    add column website words;
