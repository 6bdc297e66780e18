import type { Drawing } from '@perkex/server/catalogue/create-products.js';
import { RowSet } from '@perkex/server/database/row-set.js';
import { int4, json, statement, text } from '@perkex/server/database/statement.js';
import type { Transaction } from '@perkex/server/database/transaction.js';
import { drawingAddress } from '@perkex/server/drawings/drawing-addresses.js';
import type { Sneaker } from './sneaker.js';

interface Redrawn {
  readonly id: number;
  readonly drawing: Drawing;
}

const REDRAWN = new RowSet<Redrawn>({
  id: [int4, ({ id }) => id],
  drawing: [json<Drawing>(), ({ drawing }) => JSON.stringify(drawing)],
  thumbnail: [text, ({ id, drawing }) => drawingAddress(id, drawing)],
});

/** Only products of the demonstration market have a drawing of their own. */
const FIND_DRAWN_PRODUCTS = statement({
  name: 'find-drawn-products',
  text: 'select id, name from products where drawing is not null and name = any($1::text[])',
  row: { id: int4, name: text },
});

const REDRAW_PRODUCTS = statement({
  name: 'redraw-products',
  text: `update products as product
         set drawing = redrawn.drawing,
           thumbnail = case when product.thumbnail like '/drawings/%' then redrawn.thumbnail else product.thumbnail end
         from ${REDRAWN.as('redrawn')}
         where product.id = redrawn.id
           and (product.drawing <> redrawn.drawing
             or (product.thumbnail like '/drawings/%' and product.thumbnail <> redrawn.thumbnail))`,
});

/** Updates the silhouettes, colours and addresses of the demonstration market's products to this version. */
export async function redrawProducts(transaction: Transaction, sneakers: readonly Sneaker[]): Promise<void> {
  const sneakerOf = new Map(sneakers.map((sneaker) => [sneaker.name, sneaker]));
  const drawn = await FIND_DRAWN_PRODUCTS.rows(transaction, [[...sneakerOf.keys()]]);
  const redrawn = drawn.flatMap(({ id, name }) => {
    const sneaker = sneakerOf.get(name);
    return sneaker ? [{ id, drawing: drawingOf(sneaker) }] : [];
  });
  await REDRAW_PRODUCTS.run(transaction, REDRAWN.values(redrawn));
}

function drawingOf({ silhouette, colours, details }: Sneaker): Drawing {
  return { silhouette, colours, details };
}
