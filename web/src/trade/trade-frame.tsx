import type { ReactNode, Ref } from 'react';

interface TradeFrameProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly stepRef?: Ref<HTMLDivElement>;
}

/**
 * The current step fills the page. The sneaker is shown above it in small on phones, and to its left on wide screens.
 */
export function TradeFrame({ summary, children, stepRef }: TradeFrameProps) {
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 md:grid md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] md:items-start md:gap-8 lg:grid-cols-[minmax(0,18rem)_minmax(0,38rem)] lg:justify-center lg:gap-12">
      <div className="md:sticky md:top-21">{summary}</div>
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
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-3 min-[22.5rem]:grid-cols-[7.5rem_minmax(0,1fr)] min-[22.5rem]:gap-4 md:block">
      <div className="rounded-card bg-card p-2 md:p-4 lg:p-6">{picture}</div>
      <div className="flex flex-col gap-2 md:mt-4 md:gap-4">{children}</div>
    </div>
  );
}
