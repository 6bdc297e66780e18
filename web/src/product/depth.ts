import type { CSSProperties } from 'react';

const BID = 'color-mix(in srgb, var(--bid) 16%, transparent)';
const ASK = 'color-mix(in srgb, var(--ask) 14%, transparent)';

/** A bar from the right edge of a row; its width is a share from 0 to 1. */
export function depthBar(side: 'ask' | 'bid', share: number): CSSProperties {
  const colour = side === 'ask' ? ASK : BID;
  return { background: `linear-gradient(to left, ${colour} ${share * 100}%, transparent 0)` };
}

/** Two bars from the outer edges of a row: bids from the left, asks from the right. */
export function depthBars(bidShare: number, askShare: number): CSSProperties {
  const bids = `linear-gradient(to right, ${BID} ${bidShare * 100}%, transparent 0) left / 40% 100% no-repeat`;
  const asks = `linear-gradient(to left, ${ASK} ${askShare * 100}%, transparent 0) right / 40% 100% no-repeat`;
  return { background: `${bids}, ${asks}` };
}
