import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Curve, drawCurve } from './curve.js';
import type { Figure } from './figure.js';
import { tableOf } from './table.js';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const PAGE = `${DOCS}performance.md`;
const CURVES = `${DOCS}curves`;

/** What one part of the benchmark has measured. */
export interface Measurements {
  readonly figures: readonly Figure[];
  readonly curves: readonly Curve[];
}

/** Puts what was measured into docs/performance.md, between the marks of its part, and its curves beside it. */
export async function writeMeasurements(
  part: string,
  { figures, curves }: Measurements,
  circumstances: string,
): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  await mkdir(CURVES, { recursive: true });
  for (const curve of curves) {
    await writeFile(`${CURVES}/${curve.name}.svg`, drawCurve(curve));
  }
  const images = curves.map(({ name, title }) => `![${title}](curves/${name}.svg)`);
  await writeFile(PAGE, withPart(page, part, [circumstances, tableOf(figures), ...images].join('\n\n')));
}

/** @throws when the page has no such marks: what was measured must not get lost silently */
export function withPart(page: string, part: string, text: string): string {
  const [begin, end] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) {
    throw new Error(`docs/performance.md has no marks for ${part}.`);
  }
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}
