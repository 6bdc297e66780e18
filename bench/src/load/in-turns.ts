import { median } from '../report/percentile.js';
import type { Rate } from './loop.js';

/** Measures several things alternately, so that other load on the machine slows all of them alike. */
export async function inTurns<Results extends object>(
  turns: number,
  measurements: { readonly [Name in keyof Results]: () => Promise<Results[Name]> },
): Promise<{ [Name in keyof Results]: Results[Name][] }> {
  const names = Object.keys(measurements) as (keyof Results)[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as {
    [Name in keyof Results]: Results[Name][];
  };
  for (let turn = 0; turn < turns; turn += 1) {
    for (const name of names) {
      results[name].push(await measurements[name]());
    }
  }
  return results;
}

/** The medians of the same measurement in several turns. */
export function medianRate(rates: readonly Rate[]): Pick<Rate, 'perSecond' | 'p99Ms'> {
  return {
    perSecond: median(rates.map(({ perSecond }) => perSecond)),
    p99Ms: median(rates.map(({ p99Ms }) => p99Ms)),
  };
}
