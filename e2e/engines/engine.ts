import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

export type EngineBrowser = Pick<Browser, 'newContext' | 'close'>;

/** A browser as installed on the system, without Playwright's patches. */
export interface Engine {
  readonly name: string;
  /** Why it cannot be used here, and what to do; null if it can. */
  whyNot(): string | null;
  launch(): Promise<EngineBrowser>;
}

export function notInstalled(debianPackages: string): string {
  return `is not installed. On Debian: sudo apt-get update && sudo apt-get install ${debianPackages}`;
}

/** The first of these files that exists. */
export function firstThere(...places: (string | undefined)[]): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}

/**
 * Runs in each page. In these engines, Playwright fills a field by setting its value, which React takes for its own
 * change: it must forget the value.
 */
export function letReactSeeTyping(): void {
  window.addEventListener(
    'input',
    ({ target }) => {
      const field = target as HTMLInputElement & { _valueTracker?: { setValue(value: string): void } };
      field._valueTracker?.setValue(`not ${field.value}`);
    },
    true,
  );
}
