import type { Kind } from '@perkex/core/finding/kinds.js';
import type { Silhouette } from '../drawings/silhouettes/index.js';
import type { SizeRun } from './size-run.js';

/** How much collectors want it: soft sells below retail, a grail at several times retail. */
export const demands = ['soft', 'steady', 'strong', 'grail'] as const;

export type Demand = (typeof demands)[number];

export interface Sneaker {
  name: string;
  brand: string;
  silhouette: Silhouette;
  /** The colours of its parts, by part. */
  colours: Readonly<Record<string, string>>;
  /** What makes it known, besides its colours. */
  details: readonly string[];
  /** Whole dollars, as on the box at release. */
  retailPrice: number;
  /** 'YYYY-MM-DD' */
  releaseDate: string;
  /** The maker's number; null where it is not known for certain. */
  styleCode: string | null;
  /** In the maker's words; null where they are not known for certain. */
  colourway: string | null;
  model: string | null;
  /** What people call it besides its name; null for nothing. */
  nickname: string | null;
  kind: Kind;
  description: string | null;
  sizeRun: SizeRun;
  demand: Demand;
}
