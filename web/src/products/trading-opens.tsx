import { dayText } from '../ui/moment.js';

/** Replaces sizes and prices until trading opens. @param day YYYY-MM-DD, in UTC */
export function TradingOpens({ day }: { readonly day: string }) {
  return (
    <div className="rounded-card border border-line bg-card p-4">
      <p className="font-semibold">{tradingOpensText(day)}</p>
      <p className="mt-1 text-sm text-muted">From 00:00 UTC on, anybody can bid and ask.</p>
    </div>
  );
}

/** States when trading opens for a product. */
export function tradingOpensText(day: string): string {
  return `Trading opens on ${dayText('utc', day)}`;
}
