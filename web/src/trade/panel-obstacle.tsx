import { type PanelTrader, traderObstacle } from '@perkex/core/panels/panel.js';
import { SettingsLink } from './settings-link.js';

interface PanelObstacleProps {
  readonly obstacle: string | null;
  readonly trader: PanelTrader;
  readonly isTraderKnown: boolean;
  readonly onLeave: () => Promise<void>;
}

/** Why the review button is disabled. What is missing from a user is set in the settings. */
export function PanelObstacle({ obstacle, trader, isTraderKnown, onLeave }: PanelObstacleProps) {
  if (obstacle === null || obstacle !== traderObstacle(trader)) {
    return obstacle;
  }
  // What is not known yet is not missing yet.
  return isTraderKnown ? (
    <SettingsLink
      onLeave={onLeave}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      {obstacle}
    </SettingsLink>
  ) : null;
}
