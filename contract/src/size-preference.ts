import { isSize } from '@perkex/core/sizes.js';
import { SIZE_SYSTEMS } from '@perkex/core/sizing/size-preference.js';
import * as z from 'zod/mini';
import { sizeField, uidField } from './fields.js';

/** The size system that a user reads, and the US size that they wear; the system is null until chosen. */
export const sizePreferenceSchema = z.object({
  system: z.nullable(z.enum(SIZE_SYSTEMS)),
  size: z.nullable(z.string()),
});

export type StoredSizePreference = z.infer<typeof sizePreferenceSchema>;

export const sizePreferenceBodySchema = z.strictObject({
  uid: uidField,
  system: z.enum(SIZE_SYSTEMS, `must be one of ${SIZE_SYSTEMS.join(', ')}`),
  size: z.nullable(sizeField.check(z.refine(isSize, 'must be a size'))),
});
