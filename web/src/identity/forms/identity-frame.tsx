import type { ReactNode } from 'react';
import { Link, type LinkProps } from '../../routing/link.js';
import { usePreparedToasts } from '../../ui/toast.js';

/** A form in the middle of its page. */
export function IdentityFrame({ heading, children }: { heading: string; children: ReactNode }) {
  usePreparedToasts();
  return (
    <div className="mx-auto w-full max-w-md md:py-6">
      <div className="flex flex-col gap-6 md:rounded-card md:border md:border-line md:p-10">
        <h1 className="text-3xl md:text-4xl">{heading}</h1>
        {children}
      </div>
    </div>
  );
}

/** A link to one of the identity forms. */
export function IdentityLink({
  to,
  state,
  children,
}: {
  to: string;
  state?: LinkProps['state'];
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      state={state}
      className="inline-flex min-h-11 items-center self-start underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}
