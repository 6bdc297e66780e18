-- The asks that took the place of those that a vacation brought back, which are also removed by the ids of the latter.
create table returned_asks (
  user_id text not null,
  order_id uuid not null,
  product_id integer not null,
  new_id uuid not null,
  primary key (user_id, order_id, product_id)
);

-- As `returnedId` derives it.
insert into returned_asks (user_id, order_id, product_id, new_id)
select ask.user_id, ask.order_id, ask.product_id,
  left(encode(sha256(convert_to(
    'vacation/' || vacation.id || '/' || ask.order_id || '/' || ask.attempt, 'UTF8'
  )), 'hex'), 32)::uuid
from vacation_asks as ask join vacations as vacation on vacation.user_id = ask.user_id
where ask.state = 'back';
