import type { PanelMode } from '@perkex/core/panels/panel.js';
import { type Ref, useId } from 'react';
import type { TradeSide } from './trade-side.js';

interface ModeToggleProps {
  readonly side: TradeSide;
  readonly mode: PanelMode;
  readonly nowChoice: Ref<HTMLInputElement>;
  readonly onChoose: (mode: PanelMode) => void;
}

/** Chooses between one's own price and the market's (section 2, the panels). */
export function ModeToggle({ side: { modes, title }, mode, nowChoice, onChoose }: ModeToggleProps) {
  const name = useId();
  return (
    <fieldset className="grid grid-cols-2 gap-1 rounded-control bg-card p-1">
      <legend className="sr-only">How to {title.toLowerCase()}</legend>
      {(['place', 'now'] as const).map((choice) => (
        <label
          key={choice}
          className="relative flex min-h-11 items-center justify-center rounded-[6px] font-semibold text-muted hover:text-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:shadow-[0_0_0_5px_var(--volt)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
        >
          <input
            ref={choice === 'now' ? nowChoice : null}
            type="radio"
            name={name}
            checked={mode === choice}
            onChange={() => onChoose(choice)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {modes[choice].toggle}
        </label>
      ))}
    </fieldset>
  );
}
