import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';

/** Shown during loading. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="flex justify-center p-10">
      <LoaderCircle aria-hidden className="size-8 motion-safe:animate-spin text-muted" />
      <span className="sr-only">{label}</span>
    </div>
  );
}

/** Ends: below the visible part of a page, a box can stay for as long as the page is open. */
const PULSE = 'motion-safe:animate-pulse [animation-iteration-count:10]!';

/** A grey box of the size of the content to come. */
export function Placeholder({ className }: { readonly className: string }) {
  return <div aria-hidden className={`${PULSE} rounded-control bg-card ${className}`} />;
}

interface ErrorNoticeProps {
  /** The error, as a sentence. */
  readonly children: ReactNode;
  readonly onRetry: () => void;
}

/** Reports that something could not be loaded. Loading is retried automatically, and at once by the button. */
export function ErrorNotice({ children, onRetry }: ErrorNoticeProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-card border border-line bg-card p-5">
      <p>{children}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
