import { useUserId } from '../identity/session/auth-store.js';
import { useSearchParams } from '../routing/hooks.js';
import { Placeholder } from '../ui/states.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { SummaryFrame, TradeFrame } from './trade-frame.js';

/** Shown while the product loads. */
export function TradePlaceholder({ title }: { title: string }) {
  usePageTitle(title);
  return <TradeShape />;
}

/** The panel without its content. */
export function TradeShape() {
  return (
    <TradeFrame summary={<SummaryPlaceholder />}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Placeholder className="h-8 w-40 md:h-9" />
      <Placeholder className="mt-4 h-[38rem]" />
    </TradeFrame>
  );
}

function SummaryPlaceholder() {
  const [searchParams] = useSearchParams();
  const isLoggedIn = useUserId() !== '';
  const heightOfSize = isLoggedIn ? 'h-16 md:h-20' : 'h-12 md:h-16';
  return (
    <SummaryFrame picture={<div className="aspect-[8/5]" />}>
      <Placeholder className="h-11 md:h-9" />
      <Placeholder className={searchParams.has('size') ? heightOfSize : 'h-[4.5rem] md:h-16'} />
      <Placeholder className="my-2.5 h-6 w-36" />
    </SummaryFrame>
  );
}
