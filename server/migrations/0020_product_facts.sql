-- What the box says of a product, besides brand, retail price and release date; null where nobody has told it.

alter table products
  add column style_code text constraint products_style_code check (style_code <> ''),
  add column colourway text constraint products_colourway check (colourway <> '');
