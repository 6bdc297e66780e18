import type { PanelView } from '@perkex/core/panels/panel.js';
import { SettingsLink } from './settings-link.js';

interface PanelObstacleProps {
  readonly view: PanelView;
  /** Whether it is known what the user has set. */
  readonly isTraderKnown: boolean;
  readonly onLeave: () => Promise<void>;
}

/** Why the review button is disabled. A missing setting is a link to the settings. */
export function PanelObstacle({ view: { obstacle, missing }, isTraderKnown, onLeave }: PanelObstacleProps) {
  if (missing.length === 0) {
    return obstacle;
  }
  // A setting that has not been read yet is not missing.
  return isTraderKnown ? (
    <SettingsLink
      onLeave={onLeave}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      {obstacle}
    </SettingsLink>
  ) : null;
}
