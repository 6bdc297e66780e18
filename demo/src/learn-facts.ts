import { RowSet } from '@perkex/server/database/row-set.js';
import { statement, text } from '@perkex/server/database/statement.js';
import type { Transaction } from '@perkex/server/database/transaction.js';
import type { Sneaker } from './sneaker.js';

const FACTS = new RowSet<Sneaker>({
  name: [text, ({ name }) => name],
  style_code: [text, ({ styleCode }) => styleCode],
  colourway: [text, ({ colourway }) => colourway],
  model: [text, ({ model }) => model],
  nickname: [text, ({ nickname }) => nickname],
  kind: [text, ({ kind }) => kind],
  description: [text, ({ description }) => description],
});

const FACT_COLUMNS = ['style_code', 'colourway', 'model', 'nickname', 'kind', 'description'];

/** Only products of the demonstration market have a drawing of their own. Imported facts stay. */
const LEARN_FACTS = statement({
  name: 'learn-facts',
  text: `update products as product
         set ${FACT_COLUMNS.map((fact) => `${fact} = coalesce(product.${fact}, known.${fact})`).join(', ')}
         from ${FACTS.as('known')}
         where product.name = known.name and product.drawing is not null
           and (${FACT_COLUMNS.map((fact) => `product.${fact} is null and known.${fact} is not null`).join(' or ')})`,
});

/** Gives the products of the demonstration market the facts that they lack. */
export async function learnFacts(transaction: Transaction, sneakers: readonly Sneaker[]): Promise<void> {
  await LEARN_FACTS.run(transaction, FACTS.values(sneakers));
}
