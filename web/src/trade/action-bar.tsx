import { type ReactNode, useId } from 'react';
import { Button, SettlingButton } from '../ui/button.js';

interface ActionBarProps {
  readonly look: 'ask' | 'bid';
  /** The back button or link. */
  readonly back: ReactNode;
  readonly nextLabel: string;
  readonly canContinue: boolean;
  /** The reason why the button is disabled, unless it is shown elsewhere. */
  readonly obstacle: ReactNode;
  /** Makes the button confirm this order. Without it, the button submits its form. */
  readonly confirmation?: { readonly orderId: string; readonly onConfirm: () => void };
}

/** The buttons back and onward. On phones they stick to the bottom, unless that leaves too little space for a field. */
export function ActionBar({ look, back, nextLabel, canContinue, obstacle, confirmation }: ActionBarProps) {
  const obstacleId = useId();
  const next = {
    look,
    className: 'min-h-12',
    disabled: !canContinue,
    'aria-describedby': canContinue ? undefined : obstacleId,
    children: nextLabel,
  };
  return (
    <div className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-paper px-4 py-3 md:static md:m-0 md:border-0 md:p-0 [@media(max-height:32rem)]:static">
      <p id={obstacleId} aria-live="polite" className="text-sm not-empty:pb-2">
        {obstacle}
      </p>
      <div className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-2">
        {back}
        {confirmation ? (
          <SettlingButton {...next} subject={confirmation.orderId} onClick={confirmation.onConfirm} />
        ) : (
          <Button {...next} type="submit" />
        )}
      </div>
    </div>
  );
}
