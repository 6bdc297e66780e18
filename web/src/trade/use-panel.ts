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

/** The panel's state, which follows the market and the trader and keeps what was typed. */
export function usePanel(
  panel: Panel,
  { lowestAsk, highestBid, isLowestAskOwn, isHighestBidOwn }: PanelMarket,
  trader: PanelTrader,
  arrival: Arrival,
): [PanelState, Dispatch<PanelEvent>] {
  const [state, dispatch] = useReducer(panel.next, null, () =>
    openPanel(panel, { lowestAsk, highestBid, isLowestAskOwn, isHighestBidOwn }, trader, arrival),
  );
  // Before the browser paints: a panel that is one step behind would flash what is no longer so.
  useLayoutEffect(() => {
    const market = { lowestAsk, highestBid, isLowestAskOwn, isHighestBidOwn };
    dispatch({ type: 'market-moved', market });
  }, [lowestAsk, highestBid, isLowestAskOwn, isHighestBidOwn]);
  useLayoutEffect(() => dispatch({ type: 'trader-changed', trader }), [trader]);
  return [state, dispatch];
}

/** Whoever reloads a review finds the reviewed price in the panel again. The price of 'now' is nobody's own. */
function openPanel(panel: Panel, market: PanelMarket, trader: PanelTrader, arrival: Arrival): PanelState {
  const { mode, price } = arrival.review ?? arrival;
  const namedPrice = mode === 'place' && price !== null ? price : undefined;
  return panel.start(market, trader, mode, namedPrice);
}

/** Tells of the pause in typing that a switch waits for. A market that moves meanwhile does not put it off. */
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
