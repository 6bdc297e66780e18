import type { ReactNode } from 'react';

interface SecurityRowProps {
  /** The subject of the row. */
  readonly name: string;
  /** Its current state. */
  readonly status: ReactNode;
  /** A button that changes it. */
  readonly action: ReactNode;
  /** The form of that action, while it is open. */
  readonly children?: ReactNode;
}

/** One item of a section: its state, and a button to change it. */
export function SecurityRow({ name, status, action, children }: SecurityRowProps) {
  return (
    <div className="flex flex-col gap-4 border-t border-line py-4 first-of-type:border-t-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h3 className="font-sans text-base font-semibold font-stretch-normal">{name}</h3>
          <div className="wrap-anywhere text-sm text-muted">{status}</div>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
