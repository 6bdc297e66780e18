import { ErrorNotice, Placeholder } from '../ui/states.js';
import { SettingsLink } from './settings-link.js';
import type { TraderDetail } from './trade-side.js';
import type { Trader } from './use-trader.js';

interface TraderDetailsProps {
  readonly details: readonly TraderDetail[];
  readonly trader: Trader;
  /** If given, the details have links to edit them. */
  readonly onLeave?: () => void;
  /** True to show the full settings, as on a receipt. */
  readonly isFull?: boolean;
}

/** The payout, or the payment and the shipping, as set in the settings (section 2, "General Settings"). */
export function TraderDetails({
  details,
  trader: { data, hasFailed, readAgain },
  onLeave,
  isFull = false,
}: TraderDetailsProps) {
  if (hasFailed) {
    return <ErrorNotice onRetry={readAgain}>Your settings could not be loaded.</ErrorNotice>;
  }
  return (
    <ul className={isFull ? 'grid gap-4 sm:grid-cols-2' : ''}>
      {details.map(({ name, text, full }) => (
        <li
          key={name}
          className={`flex justify-between gap-4 ${isFull ? 'items-start' : 'min-h-14 items-center'}`}
        >
          <div className="min-w-0 flex-1">
            <p className="text-sm text-muted">{name}</p>
            {data === undefined ? (
              <Placeholder className="h-6 w-40" />
            ) : isFull && full(data).length > 0 ? (
              <DetailLines lines={full(data)} />
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

/** The first line is the most important. */
function DetailLines({ lines }: { lines: readonly (readonly string[])[] }) {
  return lines.map((parts, line) => (
    <p key={parts.join(' ')} className={line === 0 ? 'font-semibold wrap-anywhere' : 'wrap-anywhere'}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a number may equal a street, and their order never changes
        <span key={index}>
          {index === 0 ? '' : ' '}
          {part}
        </span>
      ))}
    </p>
  ));
}
