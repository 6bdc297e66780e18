import { changeText } from '@perkex/core/market/percent-text.js';
import { ArrowDown, ArrowUp } from 'lucide-react';

interface ChangeProps {
  /** Null for none: then nothing is shown. */
  readonly percent: number | null;
  /** The basis of the comparison, for screen readers. */
  readonly comparedWith: string;
  /** The period, unless it is shown beside the change. */
  readonly period?: string;
  /** True within a line of small text. */
  readonly isSmall?: boolean;
}

/** A rise or fall, shown by arrow, sign and colour, never by colour alone. */
export function Change({ percent, comparedWith, period, isSmall = false }: ChangeProps) {
  if (percent === null) {
    return null;
  }
  const isZero = Number(percent.toFixed(1)) === 0;
  const Arrow = percent < 0 ? ArrowDown : ArrowUp;
  const colour = isZero ? 'text-muted' : percent < 0 ? 'text-fall' : 'text-rise';
  const change = (
    <span className={`price inline-flex items-center ${isSmall ? 'gap-0.5' : 'gap-1'} ${colour}`}>
      {isZero ? null : <Arrow aria-hidden className={isSmall ? 'size-3' : 'size-4'} strokeWidth={2.5} />}
      {changeText(percent)}
      <span className="sr-only"> {comparedWith}</span>
    </span>
  );
  return period === undefined ? (
    change
  ) : (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {change}
      <span className="text-muted">{period}</span>
    </span>
  );
}

/** The price change of a product in 7 days, each size compared with itself. */
export function ChangeOfWeek({ percent }: Pick<ChangeProps, 'percent'>) {
  return <Change percent={percent} comparedWith="in" period="7 days" isSmall />;
}
