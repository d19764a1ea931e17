-- outside a transaction
-- Names are found without regard to accents. The index of words as they are written is the previous version's.
create index concurrently if not exists customer_details_by_plain_words on fordran.customer_details
    using gin (to_tsvector('simple', translate(name_folded, 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿāăąćčďđēėęěğīıłńňōőřśşšťūůűźżž̧̀́̂̃̈̊̌', 'aaaaaaaceeeeiiiinoooooouuuuyyaaaccddeeeegiilnnoorssstuuuzzz')));
