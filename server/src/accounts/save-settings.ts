import type { MoneyMethod, Shipping } from '@perkex/contract/user-data.js';
import type pg from 'pg';
import type { Transaction } from '../database/transaction.js';

/** Each of these makes the user's data where there is none yet: one statement, so all or nothing. */

export async function saveShipping(
  database: pg.Pool | Transaction,
  uid: string,
  shipping: Shipping,
): Promise<void> {
  const { name, surname, street, street_number, city, zip, country, phone } = shipping;
  await database.query({
    name: 'save-shipping',
    text: `insert into accounts (user_id, name, surname, street, street_number, city, zip, country, phone)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           on conflict (user_id) do update set name = excluded.name, surname = excluded.surname,
             street = excluded.street, street_number = excluded.street_number, city = excluded.city,
             zip = excluded.zip, country = excluded.country, phone = excluded.phone`,
    values: [uid, name, surname, street, street_number, city, zip, country, phone],
  });
}

export async function savePayout(
  database: pg.Pool | Transaction,
  uid: string,
  payout: MoneyMethod,
): Promise<void> {
  await database.query({
    name: 'save-payout',
    text: `insert into accounts (user_id, payout) values ($1, $2)
           on conflict (user_id) do update set payout = excluded.payout`,
    values: [uid, payout],
  });
}

export async function savePayment(
  database: pg.Pool | Transaction,
  uid: string,
  payment: MoneyMethod,
): Promise<void> {
  await database.query({
    name: 'save-payment',
    text: `insert into accounts (user_id, payment) values ($1, $2)
           on conflict (user_id) do update set payment = excluded.payment`,
    values: [uid, payment],
  });
}
