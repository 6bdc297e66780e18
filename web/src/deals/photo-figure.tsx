import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { RefusalError } from '../api/call.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Moment } from './moment.js';

interface PhotoFigureProps {
  readonly name: string;
  readonly photo: { readonly date: string; readonly hash: string; readonly member?: string };
  readonly file: UseQueryResult<{ readonly image: string }>;
}

const HASH_START = 12;

/** A stored photo with its time and its hash. A press shows it large. */
export function PhotoFigure({
  name,
  photo: { date, hash, member },
  file: { data, error, refetch },
}: PhotoFigureProps) {
  const [isLarge, setIsLarge] = useState(false);
  return (
    <figure className="flex min-w-0 flex-col gap-1.5 text-sm">
      {data ? (
        <button
          type="button"
          aria-label={`Enlarge: ${name}`}
          className="cursor-zoom-in rounded-control"
          onClick={() => setIsLarge(true)}
        >
          <img src={data.image} alt="" className={FRAME} />
        </button>
      ) : (
        <div className={`${FRAME} grid place-items-center p-2`}>
          <Absence error={error} onRetry={() => void refetch()} />
        </div>
      )}
      <figcaption className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-muted">
          {member === undefined ? '' : `${member} · `}
          <Moment at={date} />
        </span>
        <span className="block text-muted" title={`SHA-256 ${hash}`}>
          SHA-256 {hash.slice(0, HASH_START)}…
        </span>
      </figcaption>
      {isLarge && data ? (
        <Dialog title={name} onCancel={() => setIsLarge(false)}>
          <img src={data.image} alt={name} className="w-full rounded-control" />
          <p className="text-sm text-muted wrap-anywhere">SHA-256 {hash}</p>
          <Button onClick={() => setIsLarge(false)}>Close</Button>
        </Dialog>
      ) : null}
    </figure>
  );
}

/** A file that is missing at the server will not come with another attempt. */
function Absence({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  if (error instanceof RefusalError && error.code === 'photo-missing') {
    return <span className="text-error">{error.message}</span>;
  }
  return error ? <Button onClick={onRetry}>Load again</Button> : <span className="text-muted">Loading…</span>;
}

const FRAME = 'aspect-4/3 w-full rounded-control border border-line bg-card object-cover';

/** The classes of a list of photos. */
export const PHOTO_GRID = 'grid grid-cols-2 gap-4 sm:grid-cols-3';
