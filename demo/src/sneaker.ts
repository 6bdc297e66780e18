import type { Kind } from '@perkex/core/finding/kinds.js';
import type { Silhouette } from '@perkex/server/drawings/silhouettes.js';
import type { SizeRun } from './size-run.js';

/** The demand of collectors: soft sells below retail, a grail at several times retail. */
export const demands = ['soft', 'steady', 'strong', 'grail'] as const;

export type Demand = (typeof demands)[number];

export interface Sneaker {
  name: string;
  brand: string;
  silhouette: Silhouette;
  /** The colours of its parts, by part. */
  colours: Readonly<Record<string, string>>;
  /** Its distinctive details besides colours. */
  details: readonly string[];
  /** The price on the box at release, in whole dollars. */
  retailPrice: number;
  /** 'YYYY-MM-DD'; so is `tradesFrom`, which is null for one that trades already. */
  releaseDate: string;
  tradesFrom: string | null;
  /** The maker's number; null if uncertain. */
  styleCode: string | null;
  /** In the maker's words; null if uncertain. */
  colourway: string | null;
  model: string | null;
  /** Its popular name besides the official one; null for none. */
  nickname: string | null;
  kind: Kind;
  description: string | null;
  sizeRun: SizeRun;
  demand: Demand;
}
