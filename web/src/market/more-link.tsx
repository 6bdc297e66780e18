import type { ReactNode } from 'react';
import { Link } from '../routing/link.js';

interface MoreLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** Beside a heading: where there is more of it. */
export function MoreLink({ to, children }: MoreLinkProps) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center text-sm font-semibold whitespace-nowrap underline underline-offset-4"
    >
      {/* Words of which some are for screen readers alone on phones keep the spaces between them. */}
      <span>{children}</span>
    </Link>
  );
}
