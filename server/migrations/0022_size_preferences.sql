-- In which system a user reads sizes, and the US size that they wear; null until they have said.

alter table accounts
  add column size_system text
    constraint accounts_size_system check (size_system in ('us-men', 'us-women', 'uk', 'eu', 'cm')),
  add column own_size text constraint accounts_own_size check (own_size <> '');
