import { isPictureName, PICTURE_PATH } from '@perkex/contract/pictures.js';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../http/problems.js';
import { PictureMemory } from './picture-memory.js';
import { type PictureStore, typeOfPicture } from './picture-store.js';

/** A name always has the same content. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Serves product pictures below /pictures: {hash}-{width}.avif, .webp and .jpg. */
export function picturesRoutes(app: FastifyInstance, store: PictureStore): void {
  const memory = new PictureMemory(store);
  app.get<{ Params: { name: string } }>(
    `${PICTURE_PATH}:name`,
    // Reads of the database must not wait for a slow store.
    { schema: { hide: true }, config: { isApart: true } },
    async ({ params: { name }, headers }, reply) => {
      const file = isPictureName(name) ? await memory.read(name) : null;
      if (file === null) {
        return sendProblem(reply, { refused: 'unknown-picture' });
      }
      const etag = `"${name}"`;
      reply.headers({ etag, 'cache-control': CACHE_CONTROL });
      return headers['if-none-match']?.includes(etag)
        ? reply.status(304).send()
        : reply.type(typeOfPicture(name)).send(file);
    },
  );
}
