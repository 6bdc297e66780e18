import { useAnnouncement } from './announce.js';
import { useLiveStatus } from './live-status.js';

/**
 * Announces live changes to screen readers, and shows when live prices are interrupted. Mounted once per application.
 */
export function LiveRegion() {
  const { sentence } = useAnnouncement();
  const { isMissing } = useLiveStatus();
  return (
    <>
      <p role="status" className="sr-only">
        {sentence}
      </p>
      {isMissing ? (
        <p
          aria-hidden
          className="pointer-events-none fixed bottom-21 left-1/2 z-20 -translate-x-1/2 rounded-control bg-ink px-3 py-1.5 text-sm whitespace-nowrap text-paper shadow-lg md:bottom-4"
        >
          Live prices are interrupted · updating every 15 s
        </p>
      ) : null}
    </>
  );
}
