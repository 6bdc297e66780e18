import type { FileProduct } from '../csv/products-file.js';
import { RowSet } from '../database/row-set.js';
import { date, int4, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** The new facts of an existing product; its name and its books stay. */
export interface ProductUpdate extends Omit<FileProduct, 'name' | 'sizes' | 'thumbnail' | 'pictures'> {
  readonly id: number;
  /** The address of a picture. */
  readonly thumbnail: string;
}

const UPDATES = new RowSet<ProductUpdate>({
  id: [int4, (update) => update.id],
  brand: [text, (update) => update.brand],
  retail_price_cents: [int4, (update) => update.retailPriceCents],
  release_date: [date, (update) => update.releaseDate],
  style_code: [text, (update) => update.styleCode],
  colourway: [text, (update) => update.colourway],
  model: [text, (update) => update.model],
  nickname: [text, (update) => update.nickname],
  kind: [text, (update) => update.kind],
  description: [text, (update) => update.description],
  trades_from: [date, (update) => update.tradesFrom],
  thumbnail: [text, (update) => update.thumbnail],
});

const UPDATE_PRODUCTS = statement({
  name: 'update-products',
  text: `update products
         set brand = new.brand, retail_price_cents = new.retail_price_cents, release_date = new.release_date,
           style_code = new.style_code, colourway = new.colourway, model = new.model, nickname = new.nickname,
           kind = new.kind, description = new.description, trades_from = new.trades_from, thumbnail = new.thumbnail
         from ${UPDATES.as('new')}
         where products.id = new.id`,
});

/** Saves the updates with one statement. */
export async function updateProducts(
  transaction: Transaction,
  updates: readonly ProductUpdate[],
): Promise<void> {
  await UPDATE_PRODUCTS.run(transaction, UPDATES.values(updates));
}
