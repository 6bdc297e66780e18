import { ErrorNotice } from '../ui/states.js';

/** For a product that could not be loaded; loading is retried automatically. */
export function ProductError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="min-h-dvh">
      <h1 className="mb-5 text-3xl">The product could not be loaded</h1>
      <ErrorNotice onRetry={onRetry}>
        We lost the connection to PerkeX. We'll keep trying every few seconds.
      </ErrorNotice>
    </div>
  );
}
