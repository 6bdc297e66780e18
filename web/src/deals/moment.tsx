import { useMoment } from './use-moment.js';

interface MomentProps {
  /** ISO 8601. */
  readonly at: string;
  readonly className?: string;
}

/** A moment in the user's time zone. */
export function Moment({ at, className }: MomentProps) {
  const moment = useMoment();
  return (
    <time dateTime={at} className={className}>
      {moment(at)}
    </time>
  );
}
