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
/** The limit from the first attempt to the last byte, and so for requests and locks that wait for the store. */
const TIME_LIMIT_MS = 20_000;

/** Stores pictures as objects of a bucket, below `pictures/`. All operations reject after the time limit. */
export function s3Store(
  { endpoint, bucket, prefix, region, ...credentials }: S3Address,
  { timeLimitMs = TIME_LIMIT_MS } = {},
): PictureStore {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    // Not every compatible service supports the newer checksums.
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
