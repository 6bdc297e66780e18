import { PHOTO_SUBJECTS } from '@perkex/core/verification/rejections.js';
import * as z from 'zod/mini';
import { base64Field, codeField, orderIdField, uidField } from './fields.js';
import { MAX_PHOTO_BYTES } from './photo-limits.js';

/** A photo of a pair. It never changes. */
export const photoSchema = z.object({
  id: z.string(),
  subject: z.enum(PHOTO_SUBJECTS),
  /** The time at which it was stored. */
  date: z.string(),
  /** The SHA-256 of its file, as hexadecimal digits. */
  hash: z.string(),
});
export type Photo = z.infer<typeof photoSchema>;

/** A photo as members see it, with the name of the one who took it. */
export const deskPhotoSchema = z.extend(photoSchema, { member: z.string() });
export type DeskPhoto = z.infer<typeof deskPhotoSchema>;

/** `id` was created by the client, so that a photo that is sent again is stored once. */
export const addPhotoBodySchema = z.strictObject({
  uid: uidField,
  code: codeField,
  id: orderIdField,
  subject: z.enum(PHOTO_SUBJECTS, `must be one of ${PHOTO_SUBJECTS.join(', ')}`),
  content: base64Field(MAX_PHOTO_BYTES),
});

export const deskPhotoParamsSchema = z.object({ code: codeField, photo: orderIdField });

export const ownPhotoParamsSchema = z.object({ id: orderIdField, photo: orderIdField });

/** A picture of a claim. It never changes. */
export const claimPhotoSchema = z.omit(photoSchema, { subject: true });
export type ClaimPhoto = z.infer<typeof claimPhotoSchema>;

/** The pictures of a buyer's claim, oldest first. */
export const claimPhotosSchema = z.object({
  photos: z.array(claimPhotoSchema),
  /** True as long as the claim is not decided, and has fewer than it may have. */
  canAdd: z.boolean(),
});

/** `id` was created by the client, so that a picture that is sent again is stored once. */
export const claimPhotoBodySchema = z.strictObject({
  uid: uidField,
  deal: orderIdField,
  id: orderIdField,
  content: base64Field(MAX_PHOTO_BYTES),
});

/** The file of a photo as a `data:` URL, because a picture of a page sends no token. */
export const photoFileSchema = z.object({ image: z.string() });
