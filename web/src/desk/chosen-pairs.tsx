import { MAX_PAPERS } from '@perkex/contract/desk.js';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { DeskRow } from '../api/desk.js';
import { paths } from '../links/paths.js';
import { useNavigate } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { useKeys } from './use-keys.js';

/** The pairs of a queue that the member has chosen to print; those that have left the queue are no longer chosen. */
export function useChosenPairs(deals: readonly DeskRow[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const possible = deals.filter(({ isOwn }) => !isOwn).slice(0, MAX_PAPERS);
  const codes = possible.map(({ code }) => code).filter((code) => chosen.has(code));
  return {
    codes,
    isAll: codes.length > 0 && codes.length === possible.length,
    toggle(code: string): void {
      const next = new Set(chosen);
      if (!next.delete(code)) {
        next.add(code);
      }
      setChosen(next);
    },
    toggleAll(): void {
      setChosen(new Set(codes.length === possible.length ? [] : possible.map(({ code }) => code)));
    },
  };
}

type ChosenPairs = ReturnType<typeof useChosenPairs>;

/** Chooses all pairs, and prints the papers of the chosen ones. `x` chooses the pair of the focus, `p` prints. */
export function PrintBar({ chosen }: { readonly chosen: ChosenPairs }) {
  const navigate = useNavigate();
  const { codes, isAll, toggle, toggleAll } = chosen;
  const address = codes.length === 0 ? null : paths.deskPapers(codes);
  useKeys({
    x: () => {
      const code = document.activeElement?.closest('[data-code]')?.getAttribute('data-code');
      if (code) {
        toggle(code);
      }
    },
    p: () => address !== null && navigate(address),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5 accent-ink" checked={isAll} onChange={toggleAll} />
        All pairs
      </label>
      {address === null ? (
        <p className="text-sm text-muted">Choose pairs to print their papers.</p>
      ) : (
        <Link to={address} aria-keyshortcuts="p" className={buttonClass()}>
          <Printer aria-hidden className="size-4" />
          Print the papers of {codes.length === 1 ? 'one pair' : `${codes.length} pairs`}
        </Link>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly deal: DeskRow;
  readonly chosen: ChosenPairs;
}

/** The box that chooses a pair. A member sends no pair of their own. */
export function Choice({ deal: { code, name, size, isOwn }, chosen }: ChoiceProps) {
  return (
    <label className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center self-stretch">
      <input
        type="checkbox"
        aria-label={`Choose ${name}, size ${size}, ${code}`}
        className="size-5 accent-ink"
        disabled={isOwn}
        checked={chosen.codes.includes(code)}
        onChange={() => chosen.toggle(code)}
      />
    </label>
  );
}
