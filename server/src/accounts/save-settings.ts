import type { MoneyMethod, Shipping } from '@perkex/contract/user-data.js';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** Each of these creates the user's data if there is none. Each is one statement, so it is atomic. */

const SAVE_SHIPPING = statement({
  name: 'save-shipping',
  text: `insert into accounts (user_id, name, surname, street, street_number, city, zip, country, phone)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (user_id) do update set name = excluded.name, surname = excluded.surname,
           street = excluded.street, street_number = excluded.street_number, city = excluded.city,
           zip = excluded.zip, country = excluded.country, phone = excluded.phone`,
});

export async function saveShipping(
  database: pg.Pool | Transaction,
  userId: string,
  shipping: Shipping,
): Promise<void> {
  const { name, surname, street, street_number, city, zip, country, phone } = shipping;
  await SAVE_SHIPPING.run(database, [
    userId,
    name,
    surname,
    street,
    street_number,
    city,
    zip,
    country,
    phone,
  ]);
}

const SAVE_PAYOUT = statement({
  name: 'save-payout',
  text: `insert into accounts (user_id, payout) values ($1, $2)
         on conflict (user_id) do update set payout = excluded.payout`,
});

export async function savePayout(
  database: pg.Pool | Transaction,
  userId: string,
  payout: MoneyMethod,
): Promise<void> {
  await SAVE_PAYOUT.run(database, [userId, payout]);
}

const SAVE_PAYMENT = statement({
  name: 'save-payment',
  text: `insert into accounts (user_id, payment) values ($1, $2)
         on conflict (user_id) do update set payment = excluded.payment`,
});

export async function savePayment(
  database: pg.Pool | Transaction,
  userId: string,
  payment: MoneyMethod,
): Promise<void> {
  await SAVE_PAYMENT.run(database, [userId, payment]);
}
