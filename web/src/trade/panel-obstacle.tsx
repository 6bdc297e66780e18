import type { PanelView } from '@perkex/core/panels/panel.js';
import { obstacleSentence } from './panel-sentences.js';
import { SettingsLink } from './settings-link.js';
import type { TradeSide } from './trade-side.js';

interface PanelObstacleProps {
  readonly flow: TradeSide['flow'];
  readonly view: PanelView;
  /** True once the user's settings are loaded. */
  readonly isTraderKnown: boolean;
  readonly onLeave: () => void;
}

/** The reason why the review button is disabled. A missing setting is a link to the settings. */
export function PanelObstacle({ flow, view, isTraderKnown, onLeave }: PanelObstacleProps) {
  const sentence = obstacleSentence(flow, view);
  if (view.missing.length === 0) {
    return sentence;
  }
  // A setting that has not been loaded yet is not missing.
  return isTraderKnown ? (
    <SettingsLink
      onLeave={onLeave}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      {sentence}
    </SettingsLink>
  ) : null;
}
