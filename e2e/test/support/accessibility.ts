import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Person } from '../../src/person.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The rules that depend on colours. axe's other rules give the same results in both themes. */
export const RULES_OF_THEMES = ['color-contrast', 'link-in-text-block'];

/**
 * axe's findings on the page, one line for each kind. Behind a modal dialog nothing can be reached: only the dialog is
 * checked.
 * @param rules the rules to check; all by default
 */
export async function faultsOf(person: Person, rules: readonly string[] | null = null): Promise<string[]> {
  if (!(await person.page.evaluate(() => 'axe' in window))) {
    await person.page.evaluate(await readFile(AXE, 'utf8'));
  }
  return person.page.evaluate(async (wanted) => {
    const { axe } = window as unknown as {
      axe: {
        run(
          context: Element | Document,
          options: object,
        ): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
    };
    // Skips describing the passed checks node by node, and loading the style sheets, which no rule here reads.
    const options = { resultTypes: ['violations'], preload: false };
    const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    const { violations } = await axe.run(
      place,
      wanted === null ? options : { ...options, runOnly: [...wanted] },
    );
    return violations.map(
      ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    );
  }, rules);
}
