import type { Sneaker } from './sneaker.js';
import { adidasSneakers } from './sneakers-adidas.js';
import { jordan1Sneakers } from './sneakers-jordan-1.js';
import { laterJordanSneakers } from './sneakers-jordan-3-to-11.js';
import { nikeCourtSneakers } from './sneakers-nike-court.js';
import { nikeRunningSneakers } from './sneakers-nike-running.js';
import { otherSneakers } from './sneakers-other-brands.js';

/** The catalogue of the demonstration market: real releases with their true prices and dates. */
export const sneakers: readonly Sneaker[] = [
  ...jordan1Sneakers,
  ...laterJordanSneakers,
  ...nikeCourtSneakers,
  ...nikeRunningSneakers,
  ...adidasSneakers,
  ...otherSneakers,
];
