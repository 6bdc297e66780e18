-- Sellers list pairs by style code.
create index products_by_style_code on products (upper(style_code)) where style_code is not null;
