import { FetchError, type FetchOptions, type FetchTerms, fetchPublic } from '../outbound/fetch-public.js';
import { PictureError } from './picture-error.js';

export const MAX_PICTURE_BYTES = 20 * 1024 ** 2;

const OPTIONS: FetchOptions = {
  headers: {
    accept: 'image/avif,image/webp,image/png,image/jpeg',
    'user-agent': 'PerkeX (pictures of products)',
  },
  limits: { bytes: MAX_PICTURE_BYTES, timeMs: 20_000 },
};

/**
 * Fetches a picture from an untrusted address.
 * @throws PictureError if it cannot be fetched
 */
export async function fetchPicture(address: string, stop: AbortSignal, terms?: FetchTerms): Promise<Buffer> {
  try {
    return await fetchPublic(address, stop, OPTIONS, terms);
  } catch (error) {
    throw error instanceof FetchError ? new PictureError(error.message) : error;
  }
}
