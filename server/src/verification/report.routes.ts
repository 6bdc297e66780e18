import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../http/calls.js';
import type { PictureStore } from '../pictures/picture-store.js';
import { readPhoto } from './photos.js';
import { readOwnReport } from './report.js';

const UNKNOWN_DEAL = { refused: 'unknown-deal' } as const;
const UNKNOWN_PHOTO = { refused: 'unknown-photo' } as const;

/** The calls for the report of a user's own deal, once deals have started. They require a session. */
export function reportRoutes(
  app: FastifyInstance,
  { pool, pictures }: { readonly pool: pg.Pool; readonly pictures: PictureStore },
): void {
  answerCall(app, 'dealReport', async ({ params: { id } }, { userId }) => {
    const own = await readOwnReport(pool, userId, id);
    return own ? { report: own.report } : UNKNOWN_DEAL;
  });
  answerCall(app, 'dealPhoto', async ({ params: { id, photo } }, { userId }) => {
    const own = await readOwnReport(pool, userId, id);
    if (!own) {
      return UNKNOWN_DEAL;
    }
    const found = own.photos.find((each) => each.id === photo);
    return found ? readPhoto(pictures, found.hash) : UNKNOWN_PHOTO;
  });
}
