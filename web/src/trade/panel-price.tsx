import { priceText } from '@perkex/core/market/price-text.js';
import { centsToDollars } from '@perkex/core/money.js';
import type { PanelEvent, PanelState, PanelView } from '@perkex/core/panels/panel.js';
import { bestOrder } from '@perkex/core/panels/way-on.js';
import { type Dispatch, type RefObject, useEffect, useId, useRef } from 'react';
import { announceLive, forgetAnnouncements } from '../live/announce.js';
import { Button } from '../ui/button.js';
import { ModeToggle } from './mode-toggle.js';
import { MovedPrice, PANEL, ReplacedPrice } from './moved-price.js';
import { hintSentence } from './panel-sentences.js';
import { PriceBacktest } from './price-backtest.js';
import { PriceInput } from './price-input.js';
import type { TradeSide } from './trade-side.js';
import { useTypingPause } from './use-panel.js';

interface PanelPriceProps {
  readonly side: TradeSide;
  readonly productId: number;
  readonly size: string;
  readonly state: PanelState;
  readonly view: PanelView;
  readonly dispatch: Dispatch<PanelEvent>;
  readonly priceInput: RefObject<HTMLInputElement | null>;
  /** Called before the link to the help leads away from the panel. */
  readonly onLookUp: () => void;
}

/** Mode, price and hint (section 4, "Sell side" and "Buy side"). */
export function PanelPrice({
  side,
  productId,
  size,
  state,
  view,
  dispatch,
  priceInput,
  onLookUp,
}: PanelPriceProps) {
  const nowChoice = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const backtestId = useId();
  const hint = hintSentence(side.flow, view.hint);
  useAnnouncedChanges(hint);
  useEffect(() => () => forgetAnnouncements(PANEL), []);
  const accept = (movedPriceCents: number) => {
    // The button is about to be removed.
    nowChoice.current?.focus({ preventScroll: true });
    dispatch({ type: 'price-accepted', priceCents: movedPriceCents });
  };
  useTypingPause(state, (inputs) => {
    // The input is about to be disabled, which would lose the keyboard focus.
    if (document.activeElement === priceInput.current) {
      nowChoice.current?.focus({ preventScroll: true });
    }
    dispatch({ type: 'typing-paused', inputs });
  });
  return (
    <>
      <ModeToggle
        side={side}
        mode={view.mode}
        nowChoice={nowChoice}
        onChoose={(mode) => dispatch({ type: 'mode-chosen', mode })}
      />
      <div className="flex flex-col gap-2">
        <PriceInput
          ref={priceInput}
          name={side.inputName}
          priceCents={view.priceCents}
          isDisabled={view.isInputDisabled}
          isOutdated={view.movedPriceCents !== null}
          descriptionIds={`${hintId} ${backtestId}`}
          onType={(text) => dispatch({ type: 'typed', text })}
        />
        <p id={hintId} className="min-h-6 text-sm/6">
          {hint}
        </p>
        <Suggestion side={side} state={state} dispatch={dispatch} />
        <PriceBacktest
          id={backtestId}
          productId={productId}
          size={size}
          side={side.orderSide}
          priceCents={view.mode === 'place' ? view.priceCents : null}
          onLeave={onLookUp}
        />
        {view.replacedPriceCents === null || view.priceCents === null ? null : (
          <ReplacedPrice
            name={side.tiles.priceName}
            replacedPriceCents={view.replacedPriceCents}
            priceCents={view.priceCents}
          />
        )}
        {view.movedPriceCents === null || view.priceCents === null ? null : (
          <MovedPrice
            // A user who is pressing the button must not accept a different price than the one they saw.
            key={view.movedPriceCents}
            name={side.tiles.priceName}
            seenPriceCents={view.priceCents}
            priceCents={view.movedPriceCents}
            onAccept={accept}
          />
        )}
      </div>
    </>
  );
}

/** A price that would be the best by 1$, unless the named one already is. */
function Suggestion({ side, state, dispatch }: Pick<PanelPriceProps, 'side' | 'state' | 'dispatch'>) {
  const { mode, market, ownPriceCents } = state;
  const sign = side.orderSide === 'bid' ? 1 : -1;
  const bestCents = side.orderSide === 'bid' ? market.highestBidCents : market.lowestAskCents;
  const best = bestOrder(side.orderSide, market);
  const isBest = ownPriceCents > 0 && sign * (ownPriceCents - bestCents) > 0;
  if (mode !== 'place' || bestCents === 0 || isBest || best?.mode !== 'place') {
    return null;
  }
  const { priceCents } = best;
  return (
    <Button
      className="self-start text-sm"
      onClick={() => dispatch({ type: 'typed', text: String(centsToDollars(priceCents)) })}
    >
      {side.orderSide === 'bid' ? 'Bid' : 'Ask'} {priceText(priceCents)}: the {BEST[side.orderSide]} by 1$
    </Button>
  );
}

const BEST = { bid: 'highest bid', ask: 'lowest ask' } as const;

/** Both typing and the market change the hint, possibly often. */
function useAnnouncedChanges(hint: string): void {
  const shown = useRef(hint);
  useEffect(() => {
    if (shown.current !== hint) {
      shown.current = hint;
      announceLive(hint, PANEL);
    }
  }, [hint]);
}
