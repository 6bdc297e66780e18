import { setting, text, type ValuesOf } from '../settings/setting-kinds.js';
import { isS3Region, readS3Url, type S3Address } from './s3-address.js';

export const PICTURE_VARIABLES = {
  S3_URL: setting(
    readS3Url,
    'be https:// with a login and a bucket, such as https://KEY:SECRET@s3.example/bucket',
    { isSecret: true },
  ).optional(),
  S3_REGION: text(isS3Region, 'be a region such as eu-central-1').default('us-east-1'),
};

/** The bucket of the product pictures, or null for a folder. */
export function s3AddressOf({ S3_URL, S3_REGION }: ValuesOf<typeof PICTURE_VARIABLES>): S3Address | null {
  return S3_URL === undefined ? null : { ...S3_URL, region: S3_REGION };
}
