import type { SideView } from '../brush/silhouette.js';
import { canvasHigh } from './canvas-high.js';
import { cartoonBoot } from './cartoon-boot.js';
import { chunkyTrainer } from './chunky-trainer.js';
import { dadShoe } from './dad-shoe.js';
import { foamRunner } from './foam-runner.js';
import { foamSlide } from './foam-slide.js';
import { highCourt } from './high-court.js';
import { knitRunner } from './knit-runner.js';
import { lowCourt } from './low-court.js';
import { mid } from './mid.js';
import { modernCourt } from './modern-court.js';
import { retroBasketball } from './retro-basketball.js';
import { runner } from './runner.js';
import { skateLow } from './skate-low.js';
import { slipOn } from './slip-on.js';
import { terrace } from './terrace.js';
import { workBoot } from './work-boot.js';

/** All silhouettes with their side views. */
export const SIDE_VIEWS = {
  'low-court': lowCourt,
  'high-court': highCourt,
  mid,
  'retro-basketball': retroBasketball,
  'modern-court': modernCourt,
  runner,
  'knit-runner': knitRunner,
  'dad-shoe': dadShoe,
  'chunky-trainer': chunkyTrainer,
  'skate-low': skateLow,
  'slip-on': slipOn,
  terrace,
  'canvas-high': canvasHigh,
  'foam-runner': foamRunner,
  'foam-slide': foamSlide,
  'work-boot': workBoot,
  'cartoon-boot': cartoonBoot,
} as const satisfies Record<string, SideView>;

export type Silhouette = keyof typeof SIDE_VIEWS;

export const SILHOUETTES = Object.keys(SIDE_VIEWS) as Silhouette[];
