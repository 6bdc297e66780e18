import path from 'node:path';
import { inPieces } from '@perkex/core/in-pieces.js';
import type { Command } from 'commander';
import { applyProductPlans } from '../catalogue/apply-product-plan.js';
import { holdCatalogue, readKnownProducts } from '../catalogue/known-products.js';
import { type ProductPlan, planProducts } from '../catalogue/product-plan.js';
import type { Clock } from '../clock/clock.js';
import { harmless } from '../csv/cell-values.js';
import { checkFile, MAX_CSV_BYTES } from '../csv/csv-file.js';
import { type FileProduct, MAX_PRODUCT_ROWS, readProducts } from '../csv/products-file.js';
import { type Transaction, transaction } from '../database/transaction.js';
import type { FetchTerms } from '../outbound/fetch-public.js';
import { type FailedPicture, fetchPictures } from '../pictures/fetch-pictures.js';
import { openPictureStore } from '../pictures/open-picture-store.js';
import { OutcomeWriter } from '../pictures/outcome-writer.js';
import { type PictureFiles, shownSource } from '../pictures/picture-files.js';
import { checkFolder } from '../pictures/pictures-by-style-code.js';
import { publishProducts } from '../products/publish-products.js';
import { addFileCommand, type CommandContext, type OnDatabase } from './command.js';
import { findPictureFiles } from './find-picture-files.js';
import type { Output } from './output.js';
import { reportPlans, reportRows } from './report-products.js';

const PRODUCTS_AT_ONCE = 2_000;

const HELP = [
  `The file is UTF-8, its values separated by commas, at most ${MAX_PRODUCT_ROWS} rows and, unpacked,`,
  `${MAX_CSV_BYTES / 1_000_000} MB. Its first line names the columns:`,
  '',
  '  Name          what the product is known by, at most 200 characters',
  '  Brand         may be empty',
  '  Retail Price  dollars, such as 120 or 119.50; empty for none',
  '  Release Date  YYYY-MM-DD; empty for none',
  '  Sizes         such as "8 8.5 9" or "8|8.5|9"; Y, W, C and K may follow a number',
  '  Style Code    the maker’s number, such as DZ5485-612',
  '  Colourway     its colours, such as Varsity Red/Black-Sail',
  '  Model         the line that it belongs to, such as Air Jordan 4',
  '  Nickname      what people call it, such as Bred',
  '  Kind          men, women, unisex, grade school, preschool or toddler; else its sizes and its name tell',
  '  Description   a few sentences, at most 2000 characters',
  '  Trades From   YYYY-MM-DD, the day (UTC) on which orders are taken; before it, the product is only shown',
  '  Thumbnail     an https:// URL or a path such as /shoes/1.webp',
  '  Pictures      up to 12 pictures, with spaces or | between them, instead of a thumbnail: https:// URLs, or',
  '                files as paths below the folder of the catalogue, such as photos/1.jpg, without spaces',
  '',
  'The columns from Style Code on may be missing. Where one of them is missing or empty, a known product keeps what it has.',
  '',
  'A new name makes a product with a book for each size. A known product gets what the file says and books',
  'for sizes that it did not have; sizes that the file does not list stay, because they may hold orders, and what',
  'trades already goes on trading. A product without thumbnail and pictures is drawn.',
  '',
  'With --pictures DIR, a row with neither Pictures nor a Thumbnail gets the files of that folder that are named',
  'after its Style Code: CODE.jpg, then CODE-1.jpg, CODE-2.png and so on, in upper or lower case.',
  '',
  'Pictures are JPEG, PNG, WebP or AVIF of up to 20 MB. Files are read from below those two folders only, links',
  'included; one that cannot be read makes its row a bad one. After the import, each picture is fetched once, from',
  'the public internet or its file, checked, made in four widths and kept: in DATA_DIR/pictures, or in the bucket of',
  'S3_URL. One that is not available is named with its line and its reason; it is tried again when it is imported again.',
  'So is one that was lost, and a file whose content has changed.',
  '',
  'All rows or none: every bad row is named with its line, and then nothing is imported.',
  'Exits with 1 when a row is bad, or a picture is not available.',
].join('\n');

export function addImportProducts(program: Command, onDatabase: OnDatabase): void {
  addFileCommand(program, {
    name: 'import-products',
    usage: 'FILE.csv[.gz] [--pictures DIR] [--dry-run]',
    summary: 'Add a shop’s own products, and update those whose names are known.',
    help: HELP,
  })
    .option('--pictures <DIR>', 'a folder of pictures named after style codes')
    .option('--dry-run', 'say what would change and which rows are bad, and change nothing')
    .action(async (file: string, { dryRun = false, pictures }: CommandOptions) => {
      await checkFile(file);
      if (pictures !== undefined) {
        await checkFolder(pictures);
      }
      await onDatabase((context) =>
        importProducts(file, { isDryRun: dryRun, pictureFolder: pictures ?? null }, context),
      );
    });
}

interface CommandOptions {
  readonly dryRun?: boolean;
  readonly pictures?: string;
}

interface ImportOptions {
  readonly isDryRun?: boolean;
  /** The folder of pictures named by style code. */
  readonly pictureFolder?: string | null;
  /** Only tests set these. */
  readonly fetchTerms?: FetchTerms;
}

/** Imports a catalogue and then its pictures. @returns the exit code */
export async function importProducts(
  file: string,
  { isDryRun = false, pictureFolder = null, fetchTerms = {} }: ImportOptions,
  context: CommandContext,
): Promise<number> {
  const { output, database, clock } = context;
  const { pool } = database;
  const reading = output.progress('Reading (bytes)');
  const catalogue = await readProducts(file, {
    onProgress: (done, total) => reading.update(done, total),
  });
  reading.end();
  const { ignoredColumns, lineOfName } = catalogue;
  const folders = { catalogue: path.dirname(file), byStyleCode: pictureFolder };
  const { products, badRows, files } = await findPictureFiles(catalogue, folders, output);
  reportRows(badRows, ignoredColumns, output);
  const isGood = badRows.length === 0;
  const names = products.filter(({ pictures }) => pictures !== null).map(({ name }) => name);
  if (isDryRun) {
    const plans = await transaction(pool, (tx) =>
      inChunks(products, output, (chunk) => planProductsOf(tx, chunk, clock)),
    );
    reportPlans(plans, output);
    output.line(
      `This was a dry run: nothing was changed${names.length > 0 ? ', and no picture was fetched' : ''}.`,
    );
  } else if (isGood) {
    reportPlans(await planAndApply(products, context), output);
    output.line('Imported.');
  } else {
    output.error('Nothing was imported.');
  }
  if (isDryRun || !isGood || names.length === 0) {
    return isGood ? 0 : 1;
  }
  return (await importPictures({ names, lineOfName, files, terms: fetchTerms }, context)) ? 0 : 1;
}

interface PicturesOfImport {
  /** The names of the products with pictures. */
  readonly names: readonly string[];
  readonly lineOfName: ReadonlyMap<string, number>;
  readonly files: PictureFiles;
  readonly terms: FetchTerms;
}

/** @returns true if every picture was fetched */
async function importPictures(
  { names, lineOfName, files, terms }: PicturesOfImport,
  { database, config, output, newId, signal }: CommandContext,
): Promise<boolean> {
  const progress = output.progress('Pictures');
  const { fetched, failed } = await fetchPictures(names, {
    pool: database.pool,
    store: await openPictureStore(config),
    writer: new OutcomeWriter(database.pool, newId),
    signal,
    files,
    onProgress: (done, total) => progress.update(done, total),
    terms,
  }).finally(() => progress.end());
  const lineOf = ({ name }: FailedPicture) => lineOfName.get(name) ?? 0;
  for (const picture of [...failed].sort((one, other) => lineOf(one) - lineOf(other))) {
    output.error(
      harmless(
        `line ${lineOf(picture)}: the picture ${shownSource(picture.source)} is not available: ${picture.failure}`,
      ),
    );
  }
  output.line(`Pictures fetched: ${fetched}, not to be had: ${failed.length}.`);
  return failed.length === 0;
}

async function planProductsOf(
  tx: Transaction,
  products: readonly FileProduct[],
  clock: Clock,
): Promise<ProductPlan[]> {
  const names = products.map(({ name }) => name);
  return planProducts(products, await readKnownProducts(tx, names), clock.wallMs());
}

async function planAndApply(
  products: readonly FileProduct[],
  { database, output, clock, newId }: CommandContext,
): Promise<ProductPlan[]> {
  return transaction(database.pool, async (tx) => {
    await holdCatalogue(tx);
    const changedIds: number[] = [];
    const plans = await inChunks(products, output, async (chunk) => {
      const planned = await planProductsOf(tx, chunk, clock);
      changedIds.push(...(await applyProductPlans(tx, planned)));
      return planned;
    });
    await publishProducts(tx, changedIds, newId);
    return plans;
  });
}

/** Calls `planChunk` with a few products at a time, so that no statement grows with the file. */
async function inChunks(
  products: readonly FileProduct[],
  output: Output,
  planChunk: (chunk: readonly FileProduct[]) => Promise<ProductPlan[]>,
): Promise<ProductPlan[]> {
  const progress = products.length > PRODUCTS_AT_ONCE ? output.progress('Products') : null;
  const plans: ProductPlan[] = [];
  for (const some of inPieces(products, PRODUCTS_AT_ONCE)) {
    plans.push(...(await planChunk(some)));
    progress?.update(plans.length, products.length);
  }
  progress?.end();
  return plans;
}
