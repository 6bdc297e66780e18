import { DeferredPart } from '../ui/deferred-part.js';
import type { LoadPart } from '../ui/use-nearby.js';
import { Wordmark } from './brand-link.js';

/** The footer is out of sight at first. */
export const loadFooterLinks: LoadPart<object> = async () =>
  (await import('../footer/footer-links.js')).FooterLinks;

export function PageFooter() {
  return (
    <footer className="border-t border-line print:hidden">
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-6 px-4 pt-6 pb-8 text-sm md:px-6 md:pt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div>
          <p aria-hidden className="font-display text-xl font-black tracking-tight [font-stretch:125%]">
            <Wordmark />
          </p>
          <p className="mt-3 max-w-md text-muted">
            Every pair on PerkeX is offered new and in its original box.
          </p>
        </div>
        <DeferredPart
          load={loadFooterLinks}
          placeholder={<div className="min-h-112 min-[30rem]:min-h-52 md:min-h-44" />}
          failure="The links could not be loaded."
        />
      </div>
    </footer>
  );
}
