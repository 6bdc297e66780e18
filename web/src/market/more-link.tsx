import type { ReactNode } from 'react';
import { Link } from 'react-router';

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
      {children}
    </Link>
  );
}
