import {
  type Panel,
  type PanelEvent,
  type PanelMarket,
  type PanelState,
  type PanelTrader,
  SMART_SWITCH_PAUSE_MS,
} from '@perkex/core/panels/panel.js';
import { type Dispatch, useEffect, useEffectEvent, useLayoutEffect, useReducer } from 'react';
import type { Arrival } from './arrival.js';

/** The state of the panel. It follows the market and the trader, and keeps the typed price. */
export function usePanel(
  panel: Panel,
  { lowestAskCents, highestBidCents, isLowestAskOwn, isHighestBidOwn }: PanelMarket,
  trader: PanelTrader,
  arrival: Arrival,
): [PanelState, Dispatch<PanelEvent>] {
  const [state, dispatch] = useReducer(panel.next, null, () =>
    openPanel(panel, { lowestAskCents, highestBidCents, isLowestAskOwn, isHighestBidOwn }, trader, arrival),
  );
  // Runs before the paint, so that the panel does not flash outdated figures.
  useLayoutEffect(() => {
    const market = { lowestAskCents, highestBidCents, isLowestAskOwn, isHighestBidOwn };
    dispatch({ type: 'market-moved', market });
  }, [lowestAskCents, highestBidCents, isLowestAskOwn, isHighestBidOwn]);
  useLayoutEffect(() => dispatch({ type: 'trader-changed', trader }), [trader]);
  return [state, dispatch];
}

/** After reloading a review, the panel has the reviewed price again, unless it was the market's ('now'). */
function openPanel(panel: Panel, market: PanelMarket, trader: PanelTrader, arrival: Arrival): PanelState {
  const { mode, priceCents } = arrival.review ?? arrival;
  const namedPriceCents = mode === 'place' && priceCents !== null ? priceCents : undefined;
  return panel.start(market, trader, mode, namedPriceCents);
}

/** Calls back after the pause in typing that a switch waits for. Market moves do not prolong the pause. */
export function useTypingPause({ inputs, isSwitchDue }: PanelState, onPause: (inputs: number) => void): void {
  const pause = useEffectEvent(onPause);
  useEffect(() => {
    if (!isSwitchDue) {
      return;
    }
    const timer = setTimeout(() => pause(inputs), SMART_SWITCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [inputs, isSwitchDue]);
}
