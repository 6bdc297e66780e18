import { randomUUID } from 'node:crypto';
import { transaction } from '../src/database/transaction.js';
import { fetchPictures, type PicturesReport } from '../src/pictures/fetch-pictures.js';
import { OutcomeWriter } from '../src/pictures/outcome-writer.js';
import { planPictures } from '../src/pictures/picture-rows.js';
import { PICTURES_CERTIFICATE, serverOf } from './picture-server.js';
import type { TestApp } from './test-app.js';

/** Gives a product these pictures, as an import does, from a website on this machine. */
export async function givePictures(
  { database, pictures }: Pick<TestApp, 'database' | 'pictures'>,
  { id, name }: { readonly id: number; readonly name: string },
  photos: readonly Buffer[],
): Promise<PicturesReport> {
  const website = await serverOf(Object.fromEntries(photos.map((photo, index) => [`/${index}.jpg`, photo])));
  try {
    const sources = photos.map((_photo, index) => `${website.url}/${index}.jpg`);
    await transaction(database.pool, (tx) => planPictures(tx, [{ productId: id, sources }]));
    return await fetchPictures([name], {
      pool: database.pool,
      writer: new OutcomeWriter(database.pool, randomUUID),
      store: pictures,
      signal: new AbortController().signal,
      terms: { ca: PICTURES_CERTIFICATE, isAllowed: (address) => address === '127.0.0.1' },
    });
  } finally {
    website.close();
  }
}
