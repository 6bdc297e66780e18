import type { ReactNode, Ref } from 'react';

interface TradeFrameProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly stepRef?: Ref<HTMLDivElement>;
}

/** The sneaker above the current step on phones, to its left on wide screens. */
export function TradeFrame({ summary, children, stepRef }: TradeFrameProps) {
  return (
    <div className="flex flex-col gap-5 md:grid md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:items-start md:gap-8 lg:gap-12">
      <div className="md:sticky md:top-23">{summary}</div>
      <div
        ref={stepRef}
        className="border-t border-line pt-5 md:rounded-card md:border md:p-6 [&_a]:scroll-mb-16 [&_button]:scroll-mb-16 [&_input]:scroll-mb-16"
      >
        {children}
      </div>
    </div>
  );
}

/** Picture and text: side by side on phones, stacked on wide screens. */
export function SummaryFrame({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-4 md:block">
      <div className="rounded-card bg-card p-2 md:p-8 lg:p-12">{picture}</div>
      <div className="flex flex-col gap-2 md:mt-5 md:gap-5">{children}</div>
    </div>
  );
}
