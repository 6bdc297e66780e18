import type { PanelEvent, PanelState, PanelView } from '@perkex/core/panels/panel.js';
import { type Dispatch, type RefObject, useId, useRef } from 'react';
import { ModeToggle } from './mode-toggle.js';
import { hintSentence } from './panel-sentences.js';
import { PriceInput } from './price-input.js';
import type { TradeSide } from './trade-side.js';
import { useTypingPause } from './use-panel.js';

interface PanelPriceProps {
  readonly side: TradeSide;
  readonly state: PanelState;
  readonly view: PanelView;
  readonly dispatch: Dispatch<PanelEvent>;
  readonly priceInput: RefObject<HTMLInputElement | null>;
}

/** Mode, price and hint (section 4, "Sell side" and "Buy side"). */
export function PanelPrice({ side, state, view, dispatch, priceInput }: PanelPriceProps) {
  const nowChoice = useRef<HTMLInputElement>(null);
  const hintId = useId();
  useTypingPause(state, (inputs) => {
    // The input is about to be disabled, which would leave a keyboard nowhere.
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
          hintId={hintId}
          onType={(text) => dispatch({ type: 'typed', text })}
        />
        <p id={hintId} aria-live="polite" className="min-h-6 text-sm/6">
          {hintSentence(side.flow, view.hint)}
        </p>
      </div>
    </>
  );
}
