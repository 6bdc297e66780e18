import { bodyBytesWithFile } from '@perkex/contract/fields.js';
import { MAX_CLAIM_PHOTOS, MAX_PHOTO_BYTES } from '@perkex/contract/photo-limits.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { readDeal } from '../deals/read-deal.js';
import { findOwnDeal } from '../deals/read-own-deals.js';
import { answerCall } from '../http/calls.js';
import { hourlyLimits } from '../http/limit-users.js';
import { whileSignedIn } from '../http/while-signed-in.js';
import { PictureMakers } from '../pictures/picture-makers.js';
import type { PictureStore } from '../pictures/picture-store.js';
import type { Identity } from '../users/identity.js';
import { addClaimPhoto, listClaimPhotos, readClaimPhoto, storeClaimPhoto } from './claim-photos.js';
import { unreadable } from './photo-file.js';

const PHOTOS_PER_HOUR = 60;
/** Pages make small photos, which take a fraction of a second. */
const MAX_MAKING_MS = 20_000;

const UNKNOWN_DEAL = { refused: 'unknown-deal' } as const;
const UNKNOWN_PHOTO = { refused: 'unknown-photo' } as const;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn'>;
  readonly pictures: PictureStore;
  readonly rateLimits: boolean;
}

/** The calls for the pictures of a buyer's own claim (after-the-trade.md, "Deal states"). They require a session. */
export function claimPhotosRoutes(
  app: FastifyInstance,
  { pool, identity, pictures, rateLimits }: Options,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  // Not those of the desk, which buyers must not delay.
  const makers = new PictureMakers(MAX_MAKING_MS);
  app.addHook('onClose', async () => makers.close());

  const findClaim = async (userId: string, id: string) => {
    const own = await findOwnDeal(pool, userId, id);
    return own?.party === 'buyer' ? own.key : null;
  };
  const readClaim = async (userId: string, id: string) => {
    const key = await findClaim(userId, id);
    const photos = key ? await listClaimPhotos(pool, key) : [];
    const stored = key && (await readDeal(pool, key));
    return { photos, canAdd: stored?.deal.claim === 'open' && photos.length < MAX_CLAIM_PHOTOS };
  };

  answerCall(app, 'claimPhotos', async ({ params: { id } }, { userId }) =>
    (await findOwnDeal(pool, userId, id)) ? readClaim(userId, id) : UNKNOWN_DEAL,
  );
  answerCall(app, 'claimPhoto', async ({ params: { id, photo } }, { userId }) => {
    const key = await findClaim(userId, id);
    return key ? ((await readClaimPhoto(pool, pictures, key, photo)) ?? UNKNOWN_PHOTO) : UNKNOWN_DEAL;
  });
  answerCall(
    app,
    'addClaimPhoto',
    async ({ body: { deal, id, content } }, request) => {
      const { userId } = request;
      const key = await findClaim(userId, deal);
      if (!key) {
        return UNKNOWN_DEAL;
      }
      const { photos, canAdd } = await readClaim(userId, deal);
      // A file is made only for a picture that can be added. One that is sent again need not be made again.
      if (canAdd && photos.every((photo) => photo.id !== id)) {
        const hash = await makers
          .makePhoto(Buffer.from(content, 'base64'), new AbortController().signal)
          .then((file) => storeClaimPhoto(pictures, key, file))
          .catch(unreadable);
        if (typeof hash !== 'string') {
          return hash;
        }
        const refusal = await whileSignedIn(pool, identity, request, (tx) =>
          addClaimPhoto(tx, key, { id, hash }),
        );
        return refusal ?? readClaim(userId, deal);
      }
      if (photos.some((photo) => photo.id === id)) {
        return { photos, canAdd };
      }
      return photos.length < MAX_CLAIM_PHOTOS ? { refused: 'no-open-claim' } : { refused: 'too-many-photos' };
    },
    {
      bodyLimit: bodyBytesWithFile(MAX_PHOTO_BYTES),
      ...limitPerHour('pictures', PHOTOS_PER_HOUR),
    },
  );
}
