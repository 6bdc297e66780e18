-- The address of an erased user, until their deals have ended: parcels from us still go there. Null where none is kept,
-- as after an account transfer.
alter table erasure_remains
  add name text,
  add surname text,
  add street text,
  add street_number text,
  add zip text,
  add city text,
  add country text,
  add phone text,
  add constraint erasure_remains_address
    check (num_nulls(name, surname, street, street_number, zip, city, country, phone) in (0, 8));
