import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Curve, drawCurve } from './curve.js';
import { type Figure, tableOf } from './figure.js';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const PAGE = `${DOCS}performance.md`;
const CURVES = `${DOCS}curves`;

/** The results of a benchmark. */
export interface Measurements {
  readonly figures: readonly Figure[];
  readonly curves: readonly Curve[];
}

/** Writes the results between the marks of their benchmark in docs/performance.md, and the curves next to it. */
export async function writeMeasurements(
  benchmark: string,
  { figures, curves }: Measurements,
  circumstances: string,
): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  await mkdir(CURVES, { recursive: true });
  for (const curve of curves) {
    await writeFile(`${CURVES}/${curve.name}.svg`, drawCurve(curve));
  }
  const images = curves.map(({ name, title }) => `![${title}](curves/${name}.svg)`);
  await writeFile(
    PAGE,
    withSection(page, benchmark, [circumstances, tableOf(figures), ...images].join('\n\n')),
  );
}

/** @throws if the page lacks the marks, so that no results are lost silently */
export function withSection(page: string, benchmark: string, text: string): string {
  const [begin, end] = [`<!-- bench:${benchmark} -->`, `<!-- /bench:${benchmark} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) {
    throw new Error(`docs/performance.md has no marks for ${benchmark}.`);
  }
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}
