import * as z from 'zod/mini';
import { base64Field, bodyBytesWithFile, line, uidField } from './fields.js';
import { productDetailSchema } from './products.js';

/** The fields of a product, as the columns of a catalogue file. */
export const PRODUCT_FIELDS = [
  'name',
  'brand',
  'model',
  'nickname',
  'colourway',
  'styleCode',
  'kind',
  'sizes',
  'retailPrice',
  'releaseDate',
  'tradesFrom',
  'description',
] as const;
export type ProductField = (typeof PRODUCT_FIELDS)[number];

/** The pictures of a product, and the drafts of a page. */
export const MAX_PRODUCT_PICTURES = 12;
export const MAX_DRAFTS = 100;
/** The hidden products of a page. */
export const MAX_HIDDEN = 100;

/** The largest picture that a browser sends; it makes larger ones smaller first. */
export const MAX_PICTURE_UPLOAD_BYTES = 4_000_000;
export const MAX_PICTURE_BODY_BYTES = bodyBytesWithFile(MAX_PICTURE_UPLOAD_BYTES, 4_000);

/** Longer than any valid value, so that its own rule refuses it, with the sentence of an import. */
const MAX_TEXT_LENGTH = 300;
const MAX_LONG_TEXT_LENGTH = 2_500;
const MAX_URL_LENGTH = 2_000;

const fieldText = line(MAX_TEXT_LENGTH);
const longText = line(MAX_LONG_TEXT_LENGTH);
/** The texts as a member has typed them, with the rules of a catalogue file's cells. */
export const productFieldsSchema = z.strictObject({
  name: fieldText,
  brand: fieldText,
  model: fieldText,
  nickname: fieldText,
  colourway: fieldText,
  styleCode: fieldText,
  kind: fieldText,
  sizes: longText,
  retailPrice: fieldText,
  releaseDate: fieldText,
  tradesFrom: fieldText,
  description: longText,
});
export type ProductFields = z.infer<typeof productFieldsSchema>;

/** A short hash. */
export const KEY = /^[\da-f]{32}$/;
const keyField = z.string('must be the key of a picture').check(z.regex(KEY, 'must be the key of a picture'));
const picturesField = z.array(keyField).check(
  z.maxLength(MAX_PRODUCT_PICTURES, `must have at most ${MAX_PRODUCT_PICTURES} pictures`),
  z.refine((keys) => new Set(keys).size === keys.length, 'must name each picture once'),
);

/** A picture of a product or a draft. `src` is null for one that could not be fetched, with its `failure`. */
export const deskPictureSchema = z.object({
  key: z.string(),
  /** Its address, or the name of its file. */
  source: z.string(),
  src: z.nullable(z.string()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  placeholder: z.nullable(z.string()),
  failure: z.nullable(z.string()),
});
export type DeskPicture = z.infer<typeof deskPictureSchema>;

/** The last edit at the desk. `by` is the name of a member. */
export const lastEditSchema = z.object({ by: z.string(), at: z.string() });

/** A product as admins edit it. `version` names its content. */
export const deskProductSchema = z.object({
  id: z.int(),
  version: z.string(),
  fields: productFieldsSchema,
  /** True if it takes orders; then its first day of trading stays. */
  trades: z.boolean(),
  thumbnail: z.string(),
  pictures: z.array(deskPictureSchema),
  /** Null for none. The command line leaves no edit. */
  lastEdit: z.nullable(lastEditSchema),
  /** The draft of changes to it; null for none. */
  draft: z.nullable(z.object({ draft: z.string(), lastEdit: lastEditSchema })),
  /** By whom and since when it is hidden; null while it is traded. */
  hidden: z.nullable(
    z.object({
      by: z.string(),
      at: z.string(),
      mergedInto: z.nullable(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
});
export type DeskProduct = z.infer<typeof deskProductSchema>;

export const fieldErrorSchema = z.object({
  field: z.enum([...PRODUCT_FIELDS, 'pictures']),
  error: z.string(),
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

export const deskProductParamsSchema = z.object({
  product: z.string().check(z.regex(/^\d{1,9}$/, 'must be a number')),
});

const versionText = z.string('must be a version').check(z.regex(KEY, 'must be a version'));
const versionNumber = z.int('must be a version').check(z.gte(0, 'must be a version'));

const productIdField = z
  .int('must be a number')
  .check(z.gte(1, 'must be a number'), z.lte(2_147_483_647, 'must be a number'));

export const saveProductBodySchema = z.strictObject({
  uid: uidField,
  id: productIdField,
  version: versionText,
  fields: productFieldsSchema,
  pictures: picturesField,
});

export const hideProductBodySchema = z.strictObject({
  uid: uidField,
  id: productIdField,
  isHidden: z.boolean('must be true or false'),
});
/** `id` is the duplicate, which is hidden. */
export const mergeProductBodySchema = z.strictObject({
  uid: uidField,
  id: productIdField,
  into: productIdField,
});

/** Newest first. `mergedName` is the name of the product that a duplicate was merged into. */
export const hiddenProductsSchema = z.object({
  products: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      thumbnail: z.string(),
      by: z.string(),
      at: z.string(),
      mergedName: z.nullable(z.string()),
    }),
  ),
});

const draftField = z.guid('must be a UUID').check(z.toLowerCase());
export const productDraftParamsSchema = z.object({ draft: draftField });

/**
 * A product that is not published, or changes to one that is. `productId` is that of the product that it has become or
 * changed.
 */
export const productDraftSchema = z.object({
  draft: z.string(),
  version: z.int(),
  fields: productFieldsSchema,
  pictures: z.array(deskPictureSchema),
  /** Why it cannot be published as it is. */
  errors: z.array(fieldErrorSchema),
  /** As visitors will see it; null if it has errors. Its id is 0. */
  preview: z.nullable(productDetailSchema),
  lastEdit: lastEditSchema,
  productId: z.nullable(z.int()),
  /** The published product that it changes, as it was when the draft was begun from it; null for a new product. */
  base: z.nullable(
    z.object({
      product: z.int(),
      fields: productFieldsSchema,
      /** The keys of its pictures. */
      pictures: z.array(z.string()),
      /** False once the product has changed since. */
      isCurrent: z.boolean(),
      /** True if it takes orders; then its first day of trading stays. */
      trades: z.boolean(),
    }),
  ),
});
export type ProductDraft = z.infer<typeof productDraftSchema>;

/** Newest edits first. */
export const productDraftsSchema = z.object({
  drafts: z.array(
    z.object({
      draft: z.string(),
      name: z.string(),
      styleCode: z.string(),
      /** True for changes to a published product. */
      isOfPublished: z.boolean(),
      thumbnail: z.nullable(z.string()),
      lastEdit: lastEditSchema,
    }),
  ),
});

/**
 * `draft` is created by the client, `version` 0 for a new one. `base` begins a draft of changes from a published
 * product as the member has seen it, or continues it from there.
 */
export const saveDraftBodySchema = z.strictObject({
  uid: uidField,
  draft: draftField,
  version: versionNumber,
  base: z.optional(z.strictObject({ product: productIdField, version: versionText })),
  fields: productFieldsSchema,
  pictures: picturesField,
});

export const draftActBodySchema = z.strictObject({
  uid: uidField,
  draft: draftField,
  version: versionNumber,
});

export const publishedProductSchema = z.object({ id: z.int() });

/** Either the address of a picture, or its `content` in base64. */
export const addPictureBodySchema = z
  .strictObject({
    uid: uidField,
    address: z.optional(line(MAX_URL_LENGTH)),
    content: z.optional(base64Field(MAX_PICTURE_UPLOAD_BYTES)),
  })
  .check(
    z.refine(
      ({ address, content }) => (address === undefined) !== (content === undefined),
      'The request needs an address or a content',
    ),
  );
