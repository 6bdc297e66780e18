import type { Silhouette } from './silhouettes.js';

/** The measures of a silhouette for the views from above and from behind, in pixels. */
export interface Last {
  /** The widths of toe and heel from the middle. */
  readonly toe: number;
  readonly heel: number;
  /** The overhang of the sole. */
  readonly sole: number;
  /** The number of rows of laces. */
  readonly laces: number;
  /** The heights of the collar's back, the tongue and the sole's upper edge, as y in the side view. */
  readonly collarY: number;
  readonly tongueY: number;
  readonly soleY: number;
  readonly edge: Edge;
}

/** The side of the sole. */
export type Edge = 'plain' | 'stitched' | 'ribbed' | 'pods' | 'lugs';

export const LASTS: Readonly<Record<Silhouette, Last>> = {
  'low-court': last([76, 58, 8, 6], [163, 107, 306], 'stitched'),
  'force-low': last([80, 61, 9, 6], [151, 96, 294], 'stitched'),
  'forum-low': last([76, 58, 8, 6], [154, 86, 302], 'stitched'),
  'high-court': last([76, 60, 8, 7], [54, 12, 303], 'stitched'),
  mid: last([70, 56, 7, 7], [98, 42, 318], 'stitched'),
  'jordan-3': last([76, 60, 9, 6], [112, 58, 290]),
  'jordan-4': last([76, 60, 9, 6], [108, 46, 288]),
  'jordan-5': last([76, 60, 9, 6], [86, 22, 286]),
  'jordan-6': last([76, 60, 9, 6], [94, 28, 288]),
  'jordan-11': last([76, 60, 10, 7], [92, 27, 292]),
  'fear-of-god': last([76, 60, 11, 6], [50, 12, 284]),
  'modern-court': last([80, 62, 12, 6], [100, 58, 292]),
  'shell-court': last([80, 62, 13, 6], [108, 62, 288]),
  kobe: last([76, 58, 9, 6], [173, 116, 302]),
  'air-max-1': last([72, 58, 12, 6], [164, 102, 286]),
  'air-max-90': last([74, 58, 13, 6], [152, 90, 280]),
  'air-max-97': last([74, 58, 11, 5], [157, 94, 298]),
  vapormax: last([72, 57, 10, 5], [147, 124, 302], 'pods'),
  presto: last([72, 57, 11, 4], [128, 118, 306]),
  'zoom-fly': last([72, 56, 15, 6], [160, 110, 286]),
  'waffle-runner': last([72, 58, 15, 6], [156, 78, 278]),
  'mars-runner': last([72, 57, 9, 5], [166, 98, 294]),
  'knit-runner': last([72, 57, 14, 5], [143, 124, 272], 'ribbed'),
  'dad-shoe': last([76, 60, 13, 6], [145, 82, 286]),
  'chunky-trainer': last([80, 62, 19, 6], [135, 76, 276]),
  'yeezy-500': last([80, 62, 18, 6], [143, 88, 282]),
  'yeezy-750': last([76, 60, 9, 7], [54, 12, 304], 'ribbed'),
  'skate-low': last([76, 58, 7, 6], [174, 122, 308], 'stitched'),
  terrace: last([68, 54, 6, 6], [179, 118, 316]),
  creeper: last([76, 60, 13, 6], [143, 91, 282], 'ribbed'),
  'canvas-high': last([72, 56, 7, 8], [46, 10, 316], 'stitched'),
  'foam-runner': last([84, 66, 4, 0], [172, 172, 340]),
  'foam-slide': last([82, 66, 6, 0], [252, 158, 286]),
  'work-boot': last([80, 62, 12, 6], [54, 12, 312], 'lugs'),
  'eight-eye-boot': last([76, 58, 9, 7], [46, 12, 314], 'lugs'),
  'cartoon-boot': last([104, 82, 8, 0], [36, 36, 312], 'lugs'),
};

function last(
  [toe, heel, sole, laces]: readonly [number, number, number, number],
  [collarY, tongueY, soleY]: readonly [number, number, number],
  edge: Edge = 'plain',
): Last {
  return { toe, heel, sole, laces, collarY, tongueY, soleY, edge };
}
