import type { Brush } from './brush.js';

/** The paint of a silhouette: the colours of all parts, and the distinctive details. */
export interface Paint {
  readonly upper: string;
  readonly toe: string;
  readonly guard: string;
  readonly eyestay: string;
  readonly heel: string;
  readonly collar: string;
  readonly tongue: string;
  readonly lining: string;
  readonly mark: string;
  readonly midsole: string;
  readonly outsole: string;
  readonly laces: string;
  readonly accent: string;
  readonly overlay: string;
  /** The colour of a tie at the laces; null for none. */
  readonly tie: string | null;
  readonly has: (detail: Detail) => boolean;
}

export const DETAILS = [
  'cage',
  'check',
  'cow',
  'cracks',
  'double',
  'heart',
  'lattice',
  'platform',
  'pods',
  'splash',
  'stripe',
  'suede',
  'tie',
  'wood',
  'zebra',
] as const;

export type Detail = (typeof DETAILS)[number];

/** A side view with the toe to the right, 640 × 400, with the ground at 357. */
export type SideView = (brush: Brush, paint: Paint) => string[];
