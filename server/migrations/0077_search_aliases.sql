-- Phrases that users type, and the words that the catalogue has for them: 'aj1' means 'air jordan 1'.
create table search_aliases (
  alias text primary key,
  meaning text not null,
  constraint search_aliases_lengths check (length(alias) between 1 and 60 and length(meaning) between 1 and 60)
);
