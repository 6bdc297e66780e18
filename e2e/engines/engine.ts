import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

export type EngineBrowser = Pick<Browser, 'newContext' | 'close'>;

/** A browser as a system has it, not as Playwright changes it. */
export interface Engine {
  readonly name: string;
  /** The packages that bring it to Debian. */
  readonly debianPackages: string;
  isInstalled(): boolean;
  launch(): Promise<EngineBrowser>;
}

/** The first of these files that exists. */
export function firstThere(...places: (string | undefined)[]): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}
