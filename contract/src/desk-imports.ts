import * as z from 'zod/mini';
import { KEY } from './desk-catalogue.js';
import { base64Field, bodyBytesWithFile, line, uidField } from './fields.js';

/** The largest catalogue file that the desk takes. Larger ones are for the command line. */
export const MAX_CATALOGUE_BYTES = 1_000_000;
export const MAX_CATALOGUE_ROWS = 5_000;
export const MAX_CATALOGUE_BODY_BYTES = bodyBytesWithFile(MAX_CATALOGUE_BYTES, 2_000);
/** The rows of each kind that a preview lists; the others are counted. */
export const MAX_PREVIEW_ROWS = 50;
/** The imports that the desk lists. */
export const MAX_IMPORTS = 50;

const MAX_FILE_NAME_LENGTH = 200;
const contentField = base64Field(MAX_CATALOGUE_BYTES);

export const previewImportBodySchema = z.strictObject({ uid: uidField, content: contentField });

const previewText = z.string('must be a preview').check(z.regex(KEY, 'must be a preview'));
const importField = z.guid('must be a UUID').check(z.toLowerCase());

/** `import` is created by the client. `preview` names what its member has seen. */
export const importProductsBodySchema = z.strictObject({
  uid: uidField,
  import: importField,
  fileName: line(MAX_FILE_NAME_LENGTH),
  content: contentField,
  preview: previewText,
});

export const undoImportBodySchema = z.strictObject({ uid: uidField, import: importField });

/** The effect that the import of a file would have. The lists have the first rows only. */
export const importPreviewSchema = z.object({
  /** Names the file and its effect on the catalogue of this moment. */
  preview: z.string(),
  created: z.object({
    count: z.int(),
    rows: z.array(z.object({ line: z.int(), name: z.string(), sizes: z.array(z.string()) })),
  }),
  changed: z.object({
    count: z.int(),
    rows: z.array(
      z.object({
        line: z.int(),
        name: z.string(),
        changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
        newSizes: z.array(z.string()),
      }),
    ),
  }),
  /** Products that an admin has hidden or merged. An import may change them, and they stay hidden. */
  hidden: z.object({
    count: z.int(),
    rows: z.array(z.object({ line: z.int(), name: z.string() })),
  }),
  unchanged: z.int(),
  /** Rows that cannot be imported. With one of them, nothing is. */
  bad: z.object({
    count: z.int(),
    rows: z.array(z.object({ line: z.int(), errors: z.array(z.string()) })),
  }),
  /** The columns that are not read. */
  ignoredColumns: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

export const catalogueImportSchema = z.object({
  import: z.string(),
  fileName: z.string(),
  created: z.int(),
  changed: z.int(),
  importedBy: z.string(),
  importedAt: z.string(),
  undoneBy: z.nullable(z.string()),
});
export type CatalogueImport = z.infer<typeof catalogueImportSchema>;

/** Newest first. */
export const catalogueImportsSchema = z.object({ imports: z.array(catalogueImportSchema) });

/** `hidden` is the number of new products, `left` that of products that were edited since, which stay as they are. */
export const undoneImportSchema = z.object({ undone: z.int(), hidden: z.int(), left: z.int() });
