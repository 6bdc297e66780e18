import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Person } from '../../src/person.js';

let source: Promise<string> | undefined;

/** What axe finds on the page, as one line for each kind. */
export async function faultsOf({ page }: Person): Promise<string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(
      ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    );
  });
}
