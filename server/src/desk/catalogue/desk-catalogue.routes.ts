import { MAX_PICTURE_BODY_BYTES } from '@perkex/contract/desk-catalogue.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../clock/clock.js';
import { isHttpsUrl } from '../../csv/products-file.js';
import { answerCall } from '../../http/calls.js';
import { FairQueue } from '../../http/fair-queue.js';
import { hourlyLimits } from '../../http/limit-users.js';
import { changesByMembers, largeBodiesOf, memberOf } from '../../http/require-member.js';
import type { FetchTerms } from '../../outbound/fetch-public.js';
import { PictureError } from '../../pictures/picture-error.js';
import type { PictureStore } from '../../pictures/picture-store.js';
import {
  type MadeReady,
  makeReady,
  type PictureInput,
  saveReady,
  storeFiles,
} from '../../pictures/ready-pictures.js';
import type { Identity } from '../../users/identity.js';
import { deskPicture } from './desk-pictures.js';
import { discardDraft, publishDraft, saveDraft } from './drafts.js';
import { readDeskProduct, saveProduct } from './edit-product.js';
import type { HiddenProducts } from './hidden-products.js';
import { listHiddenProducts, mergeProduct, setHidden } from './hide-product.js';
import { listDrafts, readDraft } from './read-drafts.js';

const ACTS_PER_HOUR = 1_000;
const PICTURES_PER_HOUR = 600;
/** Each takes a process with a few hundred megabytes. */
const PICTURES_AT_ONCE = 1;
/** A browser waits for twenty seconds. */
const PICTURE_TIME_MS = 15_000;

export interface CatalogueOptions {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn' | 'memberLogin'>;
  readonly pictures: PictureStore;
  readonly hidden: Pick<HiddenProducts, 'send'>;
  readonly clock: Clock;
  /** Returns a new UUID. */
  readonly newId: () => string;
  readonly rateLimits: boolean;
  /** Only tests set these. */
  readonly fetchTerms: FetchTerms;
}

/** The calls of admins for the catalogue (after-the-trade.md, "The desk"). */
export function deskCatalogueRoutes(
  app: FastifyInstance,
  { pool, identity, pictures, hidden, clock, newId, rateLimits, fetchTerms }: CatalogueOptions,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const limited = limitPerHour('changes of the catalogue', ACTS_PER_HOUR);
  const making = new FairQueue(PICTURES_AT_ONCE);
  const change = changesByMembers(pool, identity);
  const moment = () => ({ nowMs: clock.wallMs(), newId });

  async function productOf(id: number) {
    return (await readDeskProduct(pool, id, clock.wallMs())) ?? ({ refused: 'unknown-product' } as const);
  }

  async function draftOf(id: string) {
    return (await readDraft(pool, id, clock.wallMs())) ?? ({ refused: 'unknown-draft' } as const);
  }

  answerCall(app, 'deskProduct', ({ params: { product } }) => productOf(Number(product)));
  answerCall(
    app,
    'saveProduct',
    async ({ body }, request, reply) => {
      const saved = await change(request, reply, (tx) => saveProduct(tx, request, body, moment()));
      return typeof saved === 'number' ? productOf(saved) : saved;
    },
    limited,
  );
  answerCall(app, 'hiddenProducts', () => listHiddenProducts(pool));
  answerCall(
    app,
    'hideProduct',
    async ({ body }, request, reply) => {
      const done = await change(request, reply, (tx) => setHidden(tx, request, body, hidden, moment()));
      return typeof done === 'number' ? productOf(done) : done;
    },
    limited,
  );
  answerCall(
    app,
    'mergeProduct',
    async ({ body }, request, reply) => {
      const done = await change(request, reply, (tx) => mergeProduct(tx, request, body, hidden, moment()));
      return typeof done === 'number' ? productOf(done) : done;
    },
    limited,
  );
  answerCall(app, 'productDrafts', () => listDrafts(pool));
  answerCall(app, 'productDraft', ({ params: { draft } }) => draftOf(draft));
  answerCall(
    app,
    'saveDraft',
    async ({ body }, request, reply) => {
      const saved = await change(request, reply, (tx) => saveDraft(tx, request, body));
      return typeof saved === 'string' ? draftOf(saved) : saved;
    },
    limited,
  );
  answerCall(
    app,
    'discardDraft',
    ({ body }, request, reply) => change(request, reply, (tx) => discardDraft(tx, request, body)),
    limited,
  );
  answerCall(
    app,
    'publishDraft',
    ({ body }, request, reply) => change(request, reply, (tx) => publishDraft(tx, request, body, moment())),
    limited,
  );
  answerCall(
    app,
    'addPicture',
    async ({ body: { address, content } }, request, reply) => {
      if (address !== undefined && !isHttpsUrl(address)) {
        return unusable('it is not an https:// address');
      }
      const input: PictureInput =
        address === undefined ? { content: Buffer.from(content ?? '', 'base64') } : { address };
      const made = await making.run(request.userId, () => makeInTime(input, fetchTerms));
      if (made instanceof PictureError) {
        return unusable(made.message);
      }
      const ready = await change(request, reply, (tx) => saveReady(tx, made, memberOf(request).name));
      if (!('key' in ready)) {
        return ready;
      }
      await storeFiles(pictures, made);
      return deskPicture(ready);
    },
    {
      bodyLimit: MAX_PICTURE_BODY_BYTES,
      preParsing: largeBodiesOf('admin', identity, pool),
      ...limitPerHour('pictures', PICTURES_PER_HOUR),
    },
  );
}

/** A picture with its files, or why there is none. */
async function makeInTime(input: PictureInput, terms: FetchTerms): Promise<MadeReady | PictureError> {
  const signal = AbortSignal.timeout(PICTURE_TIME_MS);
  try {
    return await makeReady(input, signal, terms);
  } catch (error) {
    if (error instanceof PictureError) {
      return error;
    }
    if (signal.aborted) {
      return new PictureError(`it took more than ${PICTURE_TIME_MS / 1_000} seconds`);
    }
    throw error;
  }
}

function unusable(reason: string) {
  return { refused: 'unusable-picture', detail: `This picture cannot be used: ${reason}.` } as const;
}
