-- outside a transaction
-- Names are found without regard to accents. The index of words as they are written is the previous version's.
create index concurrently if not exists customers_by_plain_words on fordran.customers
    using gin (to_tsvector('simple', translate(name_folded, 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿāăąćčďđēėęěğīıłńňōőřśşšťūůűźżž̧̀́̂̃̈̊̌', 'aaaaaaaceeeeiiiinoooooouuuuyyaaaccddeeeegiilnnoorssstuuuzzz')));
