import {
  type PanelEvent,
  type PanelMode,
  type PanelState,
  traderObstacle,
} from '@perkex/core/panels/panel.js';
import { type Dispatch, useId, useRef } from 'react';
import { Button } from '../ui/button.js';
import { ActionBar, SettingsObstacle } from './action-bar.js';
import { FeeLines } from './fee-lines.js';
import { ModeToggle } from './mode-toggle.js';
import { PriceInput } from './price-input.js';
import { StepHeading } from './step-heading.js';
import type { TradeSide } from './trade-side.js';
import { TraderDetails } from './trader-details.js';
import { useTypingPause } from './use-panel.js';
import type { Trader } from './use-trader.js';

interface OrderPanelProps {
  readonly side: TradeSide;
  readonly size: string;
  readonly state: PanelState;
  readonly dispatch: Dispatch<PanelEvent>;
  readonly trader: Trader;
  readonly onEditSize: () => void;
  readonly onBack: () => void;
  readonly onReview: (mode: PanelMode, price: number) => void;
  /** Before a link leads away from the panel. */
  readonly onLeave: () => Promise<void>;
}

/** The ask/sell and the bid/buy panel (section 2): draws what the machine in core says. */
export function OrderPanel({ side, size, state, dispatch, trader, ...on }: OrderPanelProps) {
  const { mode, price, hint, isInputDisabled, canReview, obstacle } = side.panel.view(state);
  const priceInput = useRef<HTMLInputElement>(null);
  const nowChoice = useRef<HTMLInputElement>(null);
  const obstacleId = useId();
  const hintId = useId();
  useTypingPause(state, (inputs) => {
    // The input is about to be disabled, which would leave a keyboard nowhere.
    if (document.activeElement === priceInput.current) {
      nowChoice.current?.focus({ preventScroll: true });
    }
    dispatch({ type: 'typing-paused', inputs });
  });
  const isObstacleInSettings = obstacle !== null && obstacle === traderObstacle(state.trader);
  // What is not known yet is not missing yet.
  const shownObstacle = isObstacleInSettings && trader.data === undefined ? null : obstacle;

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (canReview && price !== null) {
          on.onReview(mode, price);
        }
      }}
    >
      <div className="flex min-h-11 items-center justify-between gap-4">
        <StepHeading>Size {size}</StepHeading>
        <Button onClick={on.onEditSize} title="Choose another size">
          EDIT
        </Button>
      </div>
      <ModeToggle
        {...{ side, mode, nowChoice }}
        onChoose={(chosen) => dispatch({ type: 'mode-chosen', mode: chosen })}
      />
      <div className="flex flex-col gap-2">
        <PriceInput
          ref={priceInput}
          name={side.inputName}
          price={price}
          isDisabled={isInputDisabled}
          hintId={hintId}
          onType={(text) => dispatch({ type: 'typed', text })}
        />
        <p id={hintId} aria-live="polite" className="min-h-6 text-sm/6">
          {hint}
        </p>
      </div>
      {price === null ? null : <FeeLines fees={side.fees(price)} />}
      {trader.uid === '' ? null : (
        <TraderDetails details={side.details} trader={trader} onLeave={on.onLeave} />
      )}
      <ActionBar
        obstacleId={obstacleId}
        obstacle={
          isObstacleInSettings && shownObstacle !== null ? (
            <SettingsObstacle onLeave={on.onLeave}>{shownObstacle}</SettingsObstacle>
          ) : (
            shownObstacle
          )
        }
      >
        <Button className="min-h-12" onClick={on.onBack}>
          Back
        </Button>
        <Button
          type="submit"
          look={side.look}
          className="min-h-12"
          disabled={!canReview}
          aria-describedby={shownObstacle === null ? undefined : obstacleId}
        >
          {side.modes[mode].reviewButton}
        </Button>
      </ActionBar>
    </form>
  );
}
