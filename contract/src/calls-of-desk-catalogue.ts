import {
  addPictureBodySchema,
  deskPictureSchema,
  deskProductParamsSchema,
  deskProductSchema,
  draftActBodySchema,
  productDraftParamsSchema,
  productDraftSchema,
  productDraftsSchema,
  publishedProductSchema,
  saveDraftBodySchema,
  saveProductBodySchema,
} from './desk-catalogue.js';
import {
  catalogueImportSchema,
  catalogueImportsSchema,
  importPreviewSchema,
  importProductsBodySchema,
  previewImportBodySchema,
  undoImportBodySchema,
  undoneImportSchema,
} from './desk-imports.js';
import { sentenceSchema } from './sentence.js';

const OF_MEMBERS = ['factor-needed', 'member-proof-needed'] as const;
const OF_DRAFTS = [...OF_MEMBERS, 'unknown-draft', 'draft-changed'] as const;

/** The calls of admins for the catalogue, as parts of `CALLS`. */
export const CALLS_OF_DESK_CATALOGUE = {
  deskProduct: {
    tag: 'desk',
    summary: 'A product as admins edit it',
    answers: 'The texts of its fields, its pictures and its version',
    params: deskProductParamsSchema,
    answer: deskProductSchema,
    problems: [...OF_MEMBERS, 'unknown-product'],
  },
  saveProduct: {
    tag: 'desk',
    summary: 'Change a published product. Visitors see it at once',
    answers: 'The product after the change',
    body: saveProductBodySchema,
    answer: deskProductSchema,
    problems: [...OF_MEMBERS, 'unknown-product', 'product-changed', 'invalid-product'],
  },
  productDrafts: {
    tag: 'desk',
    summary: 'The products and changes that are not published',
    answers: 'The 100 drafts that were edited last',
    answer: productDraftsSchema,
    problems: OF_MEMBERS,
  },
  productDraft: {
    tag: 'desk',
    summary: 'A draft of a product, or of changes to one',
    answers: 'The texts of its fields, with their errors',
    params: productDraftParamsSchema,
    answer: productDraftSchema,
    problems: [...OF_MEMBERS, 'unknown-draft'],
  },
  saveDraft: {
    tag: 'desk',
    summary: 'Create or change a draft. It may have errors',
    answers: 'The draft, with the errors of its fields',
    body: saveDraftBodySchema,
    answer: productDraftSchema,
    problems: [...OF_DRAFTS, 'invalid-product', 'too-many-drafts', 'unknown-product', 'product-changed'],
  },
  discardDraft: {
    tag: 'desk',
    summary: 'Delete a draft',
    body: draftActBodySchema,
    answer: sentenceSchema,
    problems: OF_DRAFTS,
  },
  publishDraft: {
    tag: 'desk',
    summary: 'Make a product of a draft, or change the published one. Visitors see it at once',
    answers: 'The id of the product',
    body: draftActBodySchema,
    answer: publishedProductSchema,
    problems: [...OF_DRAFTS, 'invalid-product', 'product-changed'],
  },
  addPicture: {
    tag: 'desk',
    summary: 'Check and store a picture for a product: a file, or one from an https address',
    answers: 'The picture. It belongs to no product until one is saved with it',
    body: addPictureBodySchema,
    answer: deskPictureSchema,
    problems: [...OF_MEMBERS, 'unusable-picture'],
  },
  previewImport: {
    tag: 'desk',
    summary: 'Read a catalogue file, without a change',
    answers: 'What its import would change, and the rows that cannot be imported',
    body: previewImportBodySchema,
    answer: importPreviewSchema,
    problems: [...OF_MEMBERS, 'unreadable-catalogue'],
  },
  importProducts: {
    tag: 'desk',
    summary: 'Import a catalogue file, exactly as its preview has shown it, or nothing',
    body: importProductsBodySchema,
    answer: catalogueImportSchema,
    problems: [...OF_MEMBERS, 'unreadable-catalogue', 'bad-rows', 'catalogue-changed'],
  },
  catalogueImports: {
    tag: 'desk',
    summary: 'The imports at the desk',
    answers: 'The newest 50',
    answer: catalogueImportsSchema,
    problems: OF_MEMBERS,
  },
  undoImport: {
    tag: 'desk',
    summary: 'Give products the values from before an import. New products and sizes stay',
    answers:
      'The number of products that have their earlier values again, and of those that were edited since',
    body: undoImportBodySchema,
    answer: undoneImportSchema,
    problems: [...OF_MEMBERS, 'unknown-import', 'already-undone'],
  },
} as const;
