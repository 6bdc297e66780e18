-- What a product is found by, besides its name; null where nobody has told it. And from which day (UTC) it trades:
-- null for one that always has.

alter table products
  add column model text constraint products_model check (model <> ''),
  add column nickname text constraint products_nickname check (nickname <> ''),
  add column kind text
    constraint products_kind check (kind in ('men', 'women', 'unisex', 'grade school', 'preschool', 'toddler')),
  add column description text constraint products_description check (description <> ''),
  add column trades_from date;
