import { createHash } from 'node:crypto';
import { type ImportPreview, MAX_CATALOGUE_ROWS, MAX_PREVIEW_ROWS } from '@perkex/contract/desk-imports.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import { compareSizes } from '@perkex/core/sizes.js';
import type pg from 'pg';
import { readKnownProducts } from '../../catalogue/known-products.js';
import { isChange, type ProductPlan, planProducts } from '../../catalogue/product-plan.js';
import { harmless, shown } from '../../csv/cell-values.js';
import { type BadRow, isHttpsUrl, type ProductsFile, readProducts } from '../../csv/products-file.js';
import type { Transaction } from '../../database/transaction.js';
import { UserError } from '../../errors/user-error.js';
import { readHidings } from './read-hidings.js';

const PRODUCTS_AT_ONCE = 1_000;
const HASH_LENGTH = 32;
/** The limits of a row's errors, of the columns that are not read, and of a value. They bound the preview. */
const MAX_SHOWN = 10;
const MAX_VALUE_LENGTH = 300;

/** A catalogue file as a member sends it. */
export interface SentCatalogue extends ProductsFile {
  readonly hash: string;
}

/** Reads a catalogue file. @param content in base64 @returns the reason if it is none */
export async function readSentCatalogue(content: string): Promise<SentCatalogue | string> {
  const bytes = Buffer.from(content, 'base64');
  try {
    const file = await readProducts('The file', { content: bytes, maxRows: MAX_CATALOGUE_ROWS });
    const badFiles = file.products.flatMap(({ name, pictures }) => {
      const errors = (pictures ?? []).filter((text) => !isHttpsUrl(text)).map(fileError);
      return errors.length === 0 ? [] : [{ line: file.lineOfName.get(name) ?? 0, errors }];
    });
    return {
      ...file,
      badRows: [...file.badRows, ...badFiles].sort((one, other) => one.line - other.line),
      hash: hashOf(bytes),
    };
  } catch (error) {
    if (error instanceof UserError) {
      return harmless(error.message);
    }
    throw error;
  }
}

function fileError(text: string): string {
  return `the picture ${shown(text)} is a file: add it on the page of its product`;
}

function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
}

/** The effect of a catalogue file on one product, and on its hiding. */
export interface CataloguePlan extends ProductPlan {
  /** The undo of an import has hidden it. This import shows it again. */
  readonly isShownAgain: boolean;
  /** An admin has hidden or merged it. An import changes nothing about that. */
  readonly staysHidden: boolean;
}

const SHOWN_AGAIN = { field: 'visibility', from: 'hidden', to: 'shown again' };

/** Compares the file with the catalogue, as an import on the command line does, and with the hidden products. */
export async function planCatalogue(
  client: pg.Pool | Transaction,
  { products }: SentCatalogue,
  nowMs: number,
): Promise<CataloguePlan[]> {
  const plans: ProductPlan[] = [];
  for (const some of inPieces(products, PRODUCTS_AT_ONCE)) {
    const names = some.map(({ name }) => name);
    plans.push(...planProducts(some, await readKnownProducts(client, names), nowMs));
  }
  const hidings = await readHidings(
    client,
    plans.flatMap(({ known }) => known?.id ?? []),
  );
  return plans.map((plan) => {
    const hiding = plan.known && hidings.get(plan.known.id);
    const isShownAgain = hiding === 'undo';
    const changes = isShownAgain ? [...plan.changes, SHOWN_AGAIN] : plan.changes;
    return { ...plan, changes, isShownAgain, staysHidden: hiding === 'admin' };
  });
}

/** A name for a file with its effect on the catalogue. An import under this name has exactly this effect. */
export function previewName({ hash }: SentCatalogue, plans: readonly CataloguePlan[]): string {
  const effects = plans.map(({ known, changes, newSizes, newPictures, staysHidden }) => [
    known?.id ?? null,
    changes,
    newSizes,
    newPictures,
    staysHidden,
  ]);
  return hashOf(JSON.stringify([hash, effects]));
}

/** The effect of an import, with the first rows of each kind. */
export function shownPreview(file: SentCatalogue, plans: readonly CataloguePlan[]): ImportPreview {
  const lineOf = (name: string) => file.lineOfName.get(name) ?? 0;
  const created = plans.filter(({ known }) => known === null);
  const changed = plans.filter((plan) => plan.known !== null && isChange(plan));
  const hidden = plans.filter(({ staysHidden }) => staysHidden);
  return {
    preview: previewName(file, plans),
    created: {
      count: created.length,
      rows: created.slice(0, MAX_PREVIEW_ROWS).map(({ product: { name, sizes } }) => ({
        line: lineOf(name),
        name,
        sizes: sizes.toSorted(compareSizes),
      })),
    },
    changed: {
      count: changed.length,
      rows: changed.slice(0, MAX_PREVIEW_ROWS).map(({ product: { name }, changes, newSizes }) => ({
        line: lineOf(name),
        name,
        changes: changes.map(({ field, from, to }) => ({ field, from: shortened(from), to: shortened(to) })),
        newSizes: newSizes.toSorted(compareSizes),
      })),
    },
    hidden: {
      count: hidden.length,
      rows: hidden.slice(0, MAX_PREVIEW_ROWS).map(({ product: { name } }) => ({ line: lineOf(name), name })),
    },
    unchanged: plans.length - created.length - changed.length,
    bad: { count: file.badRows.length, rows: file.badRows.slice(0, MAX_PREVIEW_ROWS).map(shownRow) },
    ignoredColumns: file.ignoredColumns.slice(0, MAX_SHOWN).map(shownColumn),
  };
}

function shownRow({ line, errors }: BadRow) {
  return { line, errors: errors.slice(0, MAX_SHOWN).map(harmless) };
}

function shownColumn(name: string): string {
  return harmless(shortened(name));
}

function shortened(text: string): string {
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
