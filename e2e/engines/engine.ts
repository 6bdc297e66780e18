import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

export type EngineBrowser = Pick<Browser, 'newContext' | 'close'>;

/** A browser as installed on the system, without Playwright's patches. */
export interface Engine {
  readonly name: string;
  /** The Debian packages that provide it. */
  readonly debianPackages: string;
  isInstalled(): boolean;
  launch(): Promise<EngineBrowser>;
}

/** The first of these files that exists. */
export function firstThere(...places: (string | undefined)[]): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}
