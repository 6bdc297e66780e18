import type { ReactNode } from 'react';
import { SettingsLink } from './settings-link.js';

interface ActionBarProps {
  readonly obstacleId: string;
  /** Why the second button is disabled. */
  readonly obstacle: ReactNode;
  /** The way back, and the way on. */
  readonly children: ReactNode;
}

/** The buttons of a step. On phones they stay at the lower edge, where there is room enough for both them and a field. */
export function ActionBar({ obstacleId, obstacle, children }: ActionBarProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-paper px-4 py-3 md:static md:m-0 md:border-0 md:p-0 [@media(max-height:32rem)]:static">
      <p id={obstacleId} aria-live="polite" className="text-sm not-empty:pb-2">
        {obstacle}
      </p>
      <div className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-2">{children}</div>
    </div>
  );
}

interface SettingsObstacleProps {
  readonly onLeave: () => Promise<void>;
  readonly children: string;
}

/** What is missing is set in the settings. */
export function SettingsObstacle({ onLeave, children }: SettingsObstacleProps) {
  return (
    <SettingsLink
      onLeave={onLeave}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      {children}
    </SettingsLink>
  );
}
