import { z } from 'zod';
import { onOff, origin, wholeNumber } from '../settings/setting-kinds.js';

export const HTTP_VARIABLES = {
  PORT: wholeNumber(0, 65_535, 'be a port from 0 to 65535').default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  RATE_LIMITS: onOff.default(true),
  TRUST_PROXY: onOff.default(false),
  IMAGE_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((value) => value !== ''))
    .pipe(z.array(origin)),
};
