import { RowSet } from '../database/row-set.js';
import { statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { Sneaker } from './sneaker.js';

const FACTS = new RowSet<Sneaker>({
  name: [text, ({ name }) => name],
  style_code: [text, ({ styleCode }) => styleCode],
  colourway: [text, ({ colourway }) => colourway],
});

/** Only products of the demonstration market have a drawing of their own. What somebody has imported stays. */
const LEARN_FACTS = statement({
  name: 'learn-facts',
  text: `update products as product
         set style_code = coalesce(product.style_code, known.style_code),
           colourway = coalesce(product.colourway, known.colourway)
         from ${FACTS.as('known')}
         where product.name = known.name and product.drawing is not null
           and ((product.style_code is null and known.style_code is not null)
             or (product.colourway is null and known.colourway is not null))`,
});

/** Tells the products of the demonstration market what this version knows of them and they do not. */
export async function learnFacts(transaction: Transaction, sneakers: readonly Sneaker[]): Promise<void> {
  await LEARN_FACTS.run(transaction, FACTS.values(sneakers));
}
