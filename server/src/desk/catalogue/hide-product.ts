import {
  type hideProductBodySchema,
  MAX_HIDDEN,
  type mergeProductBodySchema,
} from '@perkex/contract/desk-catalogue.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type * as z from 'zod/mini';
import { holdCatalogue } from '../../catalogue/known-products.js';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { memberOf } from '../../http/require-member.js';
import {
  type Hiding,
  hideProducts,
  listHidden,
  readHiding,
  showProducts,
} from '../../products/hidden-products.js';
import { publishProducts } from '../../products/publish-products.js';
import { recordAct } from '../desk-acts.js';
import type { HiddenProducts } from './hidden-products.js';

type HideRefusal = Refusal<'unknown-product' | 'already-merged'>;
type Moment = { readonly newId: () => string };

const UNKNOWN = { refused: 'unknown-product' } as const;
const stateOf = (hiding: Hiding | null) => ({
  hidden: hiding !== null,
  mergedInto: hiding?.mergedInto?.id ?? null,
});

/** The products that were hidden last. */
export async function listHiddenProducts(pool: pg.Pool) {
  const rows = await listHidden(pool, MAX_HIDDEN);
  return {
    products: rows.flatMap(({ at, by, ...product }) =>
      at === null || by === null ? [] : [{ ...product, by, at: at.toISOString() }],
    ),
  };
}

/**
 * Hides a product from lists and from trading, or shows it again. Its open orders are cancelled afterwards. The same
 * decision again has no further effect. @returns its id
 */
export async function setHidden(
  tx: Transaction,
  request: FastifyRequest,
  { id, isHidden }: z.infer<typeof hideProductBodySchema>,
  hidden: Pick<HiddenProducts, 'send'>,
  { newId }: Moment,
): Promise<number | HideRefusal> {
  await holdCatalogue(tx);
  const before = await readHiding(tx, id);
  if (!before) {
    return UNKNOWN;
  }
  const { hiding } = before;
  if (hiding?.mergedInto) {
    return merged(hiding);
  }
  if ((hiding !== null) !== isHidden) {
    if (isHidden) {
      await hideProducts(tx, [id], memberOf(request).name, null);
      await hidden.send(tx, [id]);
    } else {
      await showProducts(tx, [id]);
    }
    await publishProducts(tx, [id], newId);
    await recordAct(tx, request, {
      act: isHidden ? 'hide-product' : 'show-product',
      subject: `product/${id}`,
      before: stateOf(hiding),
      after: { hidden: isHidden, mergedInto: null },
    });
  }
  return id;
}

/**
 * Merges a duplicate into another product: it is hidden, its address leads to the other one, and its watches move
 * there after the transaction. Its trades, deals and figures stay its own. @returns the id of the duplicate
 */
export async function mergeProduct(
  tx: Transaction,
  request: FastifyRequest,
  { id, into }: z.infer<typeof mergeProductBodySchema>,
  hidden: Pick<HiddenProducts, 'send'>,
  { newId }: Moment,
): Promise<number | HideRefusal | Refusal<'unmergeable'>> {
  await holdCatalogue(tx);
  const [before, other] = [await readHiding(tx, id), await readHiding(tx, into)];
  if (!before || !other) {
    return UNKNOWN;
  }
  const { hiding } = before;
  if (hiding?.mergedInto) {
    return hiding.mergedInto.id === into ? id : merged(hiding);
  }
  if (id === into || other.hiding) {
    return { refused: 'unmergeable' };
  }
  const changed = await hideProducts(tx, [id], memberOf(request).name, into);
  await hidden.send(tx, [id]);
  await publishProducts(tx, changed, newId);
  await recordAct(tx, request, {
    act: 'merge-product',
    subject: `product/${id}`,
    before: stateOf(hiding),
    after: { hidden: true, mergedInto: into },
  });
  return id;
}

function merged({ by, mergedInto }: Hiding): Refusal<'already-merged'> {
  return {
    refused: 'already-merged',
    detail: `${by} has merged this product into ${mergedInto?.name}, which cannot be undone.`,
  };
}
