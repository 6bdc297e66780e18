import { type ReactNode, type Ref, useId } from 'react';

interface SecuritySectionProps {
  readonly title: string;
  /** For moving the focus to the heading when the focused element disappears. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** A part of the security page. */
export function SecuritySection({ title, headingRef, children }: SecuritySectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-2 rounded-card border border-line p-4 md:p-6"
    >
      <h2
        ref={headingRef}
        id={titleId}
        tabIndex={-1}
        className="text-lg focus:outline-none focus:shadow-none"
      >
        {title}
      </h2>
      {children}
    </section>
  );
}

interface SecurityRowProps {
  /** The subject of the row. */
  readonly name: string;
  /** Its current state. */
  readonly status: ReactNode;
  /** A button that changes it. */
  readonly action?: ReactNode;
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
