import { addressOf, type Choices, choicesFrom, namesTooMuch } from '@perkex/core/finding/choices.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { browseQuery } from '../api/finding.js';
import { paths } from '../links/paths.js';
import { useLocation, useNavigate } from '../routing/hooks.js';

/** What the address says is chosen, and what fits it. Other choices are another step of the history. */
export function useBrowse() {
  const { search, key } = useLocation();
  const choices = useMemo(() => choicesFrom(new URLSearchParams(search)), [search]);
  const isCut = useMemo(() => namesTooMuch(new URLSearchParams(search)), [search]);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (asked !== null && asked.at !== key) {
    // It has come; Back leads to what was chosen before.
    setAsked(null);
  }
  const navigate = useNavigate();
  const query = useInfiniteQuery(browseQuery(choices));
  return {
    choices,
    /** Whether the address named more than can be chosen. */
    isCut,
    /** What was asked for last: a box is ticked at once, even if its page takes a moment. */
    asked: asked?.at === key ? asked.choices : choices,
    query,
    choose(next: Choices) {
      setAsked({ at: key, choices: next });
      navigate(paths.browse(addressOf(next)));
    },
  };
}

interface Asked {
  /** The step of the history at which it was asked for. */
  readonly at: string;
  readonly choices: Choices;
}

export type BrowseQuery = ReturnType<typeof useBrowse>['query'];
