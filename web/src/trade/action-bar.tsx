import { type ReactNode, useId } from 'react';
import { Button } from '../ui/button.js';

interface ActionBarProps {
  readonly look: 'ask' | 'bid';
  readonly back: string;
  readonly onBack: () => void;
  readonly onward: string;
  readonly canGoOn: boolean;
  /** Why one cannot go on, where that is not said elsewhere. */
  readonly obstacle: ReactNode;
  /** Without it, the button submits the form that it stands in. */
  readonly onGoOn?: () => void;
}

/** The way back and the way on. On phones they stay at the lower edge, where it is high enough for a field as well. */
export function ActionBar({ look, back, onBack, onward, canGoOn, obstacle, onGoOn }: ActionBarProps) {
  const obstacleId = useId();
  return (
    <div className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-paper px-4 py-3 md:static md:m-0 md:border-0 md:p-0 [@media(max-height:32rem)]:static">
      <p id={obstacleId} aria-live="polite" className="text-sm not-empty:pb-2">
        {obstacle}
      </p>
      <div className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-2">
        <Button className="min-h-12" onClick={onBack}>
          {back}
        </Button>
        <Button
          type={onGoOn ? 'button' : 'submit'}
          look={look}
          className="min-h-12"
          disabled={!canGoOn}
          aria-describedby={canGoOn ? undefined : obstacleId}
          onClick={onGoOn}
        >
          {onward}
        </Button>
      </div>
    </div>
  );
}
