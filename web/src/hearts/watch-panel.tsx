import { useEffect, useRef, useState } from 'react';
import type { ShownWatch } from '../api/watching.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { Button } from '../ui/button.js';
import { AlertField } from './alert-field.js';
import { sizeText } from './size-text.js';

interface WatchPanelProps {
  readonly id: string;
  readonly userId: string;
  readonly watch: ShownWatch;
  readonly onEnd: () => void;
}

/** The settings of a watch. Takes the focus when it opens. */
export function WatchPanel({ id, userId, watch, onEnd }: WatchPanelProps) {
  const { id: productId, size, alert } = watch;
  const what = sizeText(size);
  const [news, setNews] = useState('');
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section
      ref={panel}
      id={id}
      tabIndex={-1}
      aria-label={`You watch ${what}`}
      className="absolute top-full right-0 z-30 mt-1 flex w-[min(20rem,calc(100vw-2rem))] flex-col gap-3 rounded-card border border-edge bg-paper p-4 text-left shadow-lg outline-none"
    >
      <p className="font-semibold">You watch {what}</p>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden className="text-sm">
          Alert me when an ask is at or below
        </span>
        <div className="w-28 shrink-0">
          <AlertField
            userId={userId}
            watched={{ productId, size }}
            alert={alert}
            name="Alert me when an ask is at or below"
            onSaved={setNews}
            onFailure={setNews}
          />
        </div>
      </div>
      <p role="status" className="text-sm text-muted">
        {news === '' ? 'At the bell, and by mail if your settings say so.' : news}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Link
          to={paths.watching}
          className="inline-flex min-h-11 items-center text-sm underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          All that you watch
        </Link>
        <Button className="text-sm" onClick={onEnd}>
          Stop watching
        </Button>
      </div>
    </section>
  );
}
