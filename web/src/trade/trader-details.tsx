import { ErrorNotice, Placeholder } from '../ui/states.js';
import { SettingsLink } from './settings-link.js';
import type { TraderDetail } from './trade-side.js';
import type { Trader } from './use-trader.js';

interface TraderDetailsProps {
  readonly details: readonly TraderDetail[];
  readonly trader: Trader;
  /** If given, the details have links to edit them. */
  readonly onLeave?: () => Promise<void>;
}

/** The payout, or the payment and the shipping, as they are set (section 2, "General Settings"). */
export function TraderDetails({
  details,
  trader: { data, hasFailed, readAgain },
  onLeave,
}: TraderDetailsProps) {
  if (hasFailed) {
    return <ErrorNotice onRetry={readAgain}>Your settings could not be loaded.</ErrorNotice>;
  }
  return (
    <ul>
      {details.map(({ name, text }) => (
        <li key={name} className="flex min-h-14 items-center justify-between gap-4">
          <div className="min-w-0 flex-1">
            <p className="text-sm text-muted">{name}</p>
            {data === undefined ? (
              <Placeholder className="h-6 w-40" />
            ) : (
              <p className="font-semibold wrap-anywhere">{text(data)}</p>
            )}
          </div>
          {onLeave === undefined ? null : (
            <SettingsLink
              onLeave={onLeave}
              className="inline-flex min-h-11 items-center px-2 font-semibold underline underline-offset-4"
            >
              EDIT<span className="sr-only"> {name.toLowerCase()}</span>
            </SettingsLink>
          )}
        </li>
      ))}
    </ul>
  );
}
