import { centsToDollars } from '@perkex/core/money.js';
import type { PanelEvent, PanelState, PanelView } from '@perkex/core/panels/panel.js';
import { type Dispatch, type RefObject, useEffect, useId, useRef } from 'react';
import type { ReplacedOrder } from '../api/orders.js';
import type { Product } from '../api/products.js';
import { announceLive, forgetAnnouncements } from '../live/announce.js';
import { ModeToggle } from './mode-toggle.js';
import { MovedPrice, PANEL, ReplacedPrice } from './moved-price.js';
import { hintSentence } from './panel-sentences.js';
import { PriceBacktest } from './price-backtest.js';
import { PriceChips } from './price-chips.js';
import { PriceInput } from './price-input.js';
import type { TradeSide } from './trade-side.js';
import { TypedPlace } from './typed-place.js';
import { useTypingPause } from './use-panel.js';

interface PanelPriceProps {
  readonly side: TradeSide;
  readonly product: Product;
  readonly size: string;
  readonly replaces: ReplacedOrder | undefined;
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
  product,
  size,
  replaces,
  state,
  view,
  dispatch,
  priceInput,
  onLookUp,
}: PanelPriceProps) {
  const nowChoice = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const placeId = useId();
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
          descriptionIds={`${hintId} ${placeId} ${backtestId}`}
          onType={(text) => dispatch({ type: 'typed', text })}
        />
        <p id={hintId} className="min-h-6 text-sm/6">
          {hint}
        </p>
        <TypedPlace
          id={placeId}
          side={side}
          product={product}
          size={size}
          priceCents={isRestingPrice(view) ? view.priceCents : null}
          replaces={replaces}
        />
        {view.mode === 'place' ? (
          <PriceChips
            side={side.orderSide}
            product={product}
            size={size}
            market={state.market}
            priceCents={state.ownPriceCents}
            onChoose={(priceCents) => dispatch({ type: 'typed', text: String(centsToDollars(priceCents)) })}
          />
        ) : null}
        <PriceBacktest
          id={backtestId}
          productId={product.id}
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

/** True if an order at the price would rest. */
function isRestingPrice({ mode, hint, obstacle }: PanelView): boolean {
  return mode === 'place' && hint !== 'enter' && (obstacle === null || obstacle === 'details-missing');
}

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
