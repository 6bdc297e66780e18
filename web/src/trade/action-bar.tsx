import { type ReactNode, useId } from 'react';
import { Button } from '../ui/button.js';

interface ActionBarProps {
  readonly look: 'ask' | 'bid';
  readonly backLabel: string;
  readonly onBack: () => void;
  readonly nextLabel: string;
  readonly canContinue: boolean;
  /** Why the button is disabled, unless that is said elsewhere. */
  readonly obstacle: ReactNode;
  /** Without it, the button submits its form. */
  readonly onContinue?: () => void;
}

/** The buttons back and onward. On phones they stick to the bottom, unless that leaves too little room for a field. */
export function ActionBar({
  look,
  backLabel,
  onBack,
  nextLabel,
  canContinue,
  obstacle,
  onContinue,
}: ActionBarProps) {
  const obstacleId = useId();
  return (
    <div className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-paper px-4 py-3 md:static md:m-0 md:border-0 md:p-0 [@media(max-height:32rem)]:static">
      <p id={obstacleId} aria-live="polite" className="text-sm not-empty:pb-2">
        {obstacle}
      </p>
      <div className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-2">
        <Button className="min-h-12" onClick={onBack}>
          {backLabel}
        </Button>
        <Button
          type={onContinue ? 'button' : 'submit'}
          look={look}
          className="min-h-12"
          disabled={!canContinue}
          aria-describedby={canContinue ? undefined : obstacleId}
          onClick={onContinue}
        >
          {nextLabel}
        </Button>
      </div>
    </div>
  );
}
