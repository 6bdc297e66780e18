import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OwnDeal } from '../api/deals.js';
import { paths } from '../links/paths.js';
import { BackLink } from '../routing/back-link.js';
import { Button } from '../ui/button.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { DEAL_NAMES } from './deal-names.js';
import { LoadedDeal } from './loaded-deal.js';

interface PaperPageProps {
  readonly title: string;
  /** Why a deal has no such paper now; null if it has one. */
  readonly absence: (deal: OwnDeal) => string | null;
  readonly children: (deal: OwnDeal) => ReactNode;
}

/** The page of a paper of the user's deal. */
export function PaperPage({ title, absence, children }: PaperPageProps) {
  usePageTitle(title);
  return (
    <LoadedDeal title={title}>
      {(deal) => (
        <Paper title={title} deal={deal} absence={absence(deal)}>
          {children(deal)}
        </Paper>
      )}
    </LoadedDeal>
  );
}

interface PaperProps {
  readonly title: string;
  readonly deal: OwnDeal;
  readonly absence: string | null;
  readonly children: ReactNode;
}

/**
 * A page to print, on A4 and on Letter. Without the page around it, which is not printed, it is what the paper shows.
 */
function Paper({ title, deal: { id, party }, absence, children }: PaperProps) {
  return (
    <div className="flex max-w-3xl flex-col gap-5 print:max-w-none">
      <div className="flex flex-col">
        <BackLink to={paths.deal(id)}>Your {DEAL_NAMES[party]}</BackLink>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl md:text-4xl print:text-3xl">{title}</h1>
          {absence === null ? (
            <Button look="strong" className="min-w-28" onClick={() => window.print()}>
              <Printer aria-hidden className="size-4" />
              Print
            </Button>
          ) : null}
        </div>
      </div>
      {absence === null ? (
        <article
          aria-label={title}
          className="flex flex-col gap-6 rounded-card border border-line p-5 max-[22.5rem]:p-3 md:p-8 print:border-0 print:p-0"
        >
          {children}
        </article>
      ) : (
        <p className="max-w-prose">{absence}</p>
      )}
    </div>
  );
}

interface PairProps {
  readonly deal: Pick<OwnDeal, 'name' | 'styleCode' | 'size'>;
}

/** The pair in words: what the label of its box says. */
export function Pair({ deal: { name, styleCode, size } }: PairProps) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-lg font-semibold wrap-anywhere">{name}</p>
      <p>
        {styleCode === null ? '' : `Style code ${styleCode} · `}Size US {size}
      </p>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly isPrinted?: boolean;
  readonly children: ReactNode;
}

/** A part of a paper, which is not divided between two pages. */
export function Part({ title, isPrinted = true, children }: PartProps) {
  return (
    <section className={`flex break-inside-avoid flex-col gap-2 ${isPrinted ? '' : 'print:hidden'}`}>
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}
