import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from './link.js';

interface BackLinkProps {
  readonly to: string;
  /** The name of the page above. */
  readonly children: ReactNode;
}

/** The link at the top of a page to the page above. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-1 self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline md:min-h-8 print:hidden"
    >
      <ChevronLeft aria-hidden className="-ml-1 size-4" />
      {children}
    </Link>
  );
}
