import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type PictureStore, requireFileName } from './picture-store.js';
import type { S3Address } from './s3-address.js';

const CONNECTION_TIMEOUT_MS = 5_000;
/** From the first attempt to the last byte: whoever waits for a picture, and a lock that is held meanwhile, gets on. */
const TIME_LIMIT_MS = 20_000;

/** Keeps pictures as objects of a bucket, below `pictures/` there. All it does rejects when the time is over. */
export function s3Store(
  { endpoint, bucket, prefix, region, ...credentials }: S3Address,
  { timeLimitMs = TIME_LIMIT_MS } = {},
): PictureStore {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    // Not every service that speaks the protocol knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS },
  });
  const limited = () => ({ abortSignal: AbortSignal.timeout(timeLimitMs) });
  const place = (name: string) => {
    requireFileName(name);
    return { Bucket: bucket, Key: `${prefix}pictures/${name}` };
  };
  return {
    async write(name, bytes, type) {
      await client.send(new PutObjectCommand({ ...place(name), Body: bytes, ContentType: type }), limited());
    },
    read: (name) =>
      orNullIfMissing(async () => {
        const { Body } = await client.send(new GetObjectCommand(place(name)), limited());
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      }),
    has: async (name) =>
      (await orNullIfMissing(() => client.send(new HeadObjectCommand(place(name)), limited()))) !== null,
    async remove(name) {
      await client.send(new DeleteObjectCommand(place(name)), limited());
    },
  };
}

async function orNullIfMissing<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)) {
      return null;
    }
    throw error;
  }
}
