import { FaultNotice } from '../ui/states.js';

/** A product that could not be read; it is tried again by itself. */
export function ProductFault({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="min-h-dvh">
      <h1 className="mb-5 text-3xl">The product could not be shown</h1>
      <FaultNotice onRetry={onRetry}>
        The connection to PerkeX is lost. We try again every few seconds.
      </FaultNotice>
    </div>
  );
}
