import type { ReactNode } from 'react';
import { Link } from '../routing/link.js';

interface MoreLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link beside a heading to the whole list. */
export function MoreLink({ to, children }: MoreLinkProps) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center text-sm font-semibold whitespace-nowrap underline underline-offset-4"
    >
      {/* The span keeps the spaces between words of which some are hidden on phones. */}
      <span>{children}</span>
    </Link>
  );
}
