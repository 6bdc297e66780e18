import { MAX_ALIAS_LENGTH, MAX_LISTED_ALIASES } from '@perkex/contract/desk-aliases.js';
import { counted } from '@perkex/core/counted.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { aliasesQuery, type SearchAlias } from '../../api/desk-aliases.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { LoadingState } from '../../ui/loading-state.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { AliasForm } from './alias-form.js';
import { RemoveAlias } from './remove-alias.js';
import { useSettledValue } from './use-settled-value.js';

/** The phrases that the search understands besides the words of products: added, changed, tried and removed. */
export function AliasesPage() {
  usePageTitle('Search aliases');
  return (
    <MemberPage audience="admin">
      <BackLink to={paths.deskCatalogue()}>Catalogue</BackLink>
      <div className="flex flex-col gap-2">
        <h1 className="text-3xl md:text-4xl">Search aliases</h1>
        <p className="max-w-prose text-muted">
          Phrases that people type, and the words that the catalogue has for them. The search uses a change at
          once.
        </p>
      </div>
      <Aliases />
    </MemberPage>
  );
}

function Aliases() {
  /** The alias that is changed; null for a new one. Each press begins a new form. */
  const [edited, setEdited] = useState<{ readonly alias: SearchAlias | null; readonly form: number }>({
    alias: null,
    form: 0,
  });
  const begin = (alias: SearchAlias | null) => setEdited(({ form }) => ({ alias, form: form + 1 }));
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-12">
      <AliasForm key={edited.form} edited={edited.alias} onDone={() => begin(null)} />
      <AliasList onEdit={begin} />
    </div>
  );
}

function AliasList({ onEdit }: { readonly onEdit: (alias: SearchAlias) => void }) {
  const [typed, setTyped] = useState('');
  const { data, isError, refetch } = useQuery(aliasesQuery(useUserId(), useSettledValue(typed.trim())));
  const [removed, setRemoved] = useState<SearchAlias | null>(null);
  return (
    <section aria-label="All aliases" className="flex min-w-0 flex-col gap-4">
      <TextField
        label="Find an alias"
        type="search"
        autoComplete="off"
        maxLength={MAX_ALIAS_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {data ? (
        <>
          <p role="status" className="text-muted">
            {counted(data.count, 'alias', 'aliases')}
            {data.count > data.aliases.length ? `. These are the first ${MAX_LISTED_ALIASES}.` : ''}
          </p>
          {data.aliases.length === 0 ? null : (
            <ul aria-label="Aliases" className="divide-y divide-line border-y border-line">
              {data.aliases.map((each) => (
                <li key={each.alias} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                  <p className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
                    <strong>{each.alias}</strong>
                    <span aria-hidden className="text-muted">
                      {' → '}
                    </span>
                    <span className="sr-only"> means </span>
                    {each.meaning}
                  </p>
                  <div className="flex gap-2">
                    <Button onClick={() => onEdit(each)}>
                      Change<span className="sr-only"> {each.alias}</span>
                    </Button>
                    <Button onClick={() => setRemoved(each)}>
                      Remove<span className="sr-only"> {each.alias}</span>
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <LoadingState isError={isError} refetch={refetch} failure="The aliases could not be loaded." />
      )}
      {removed === null ? null : <RemoveAlias removed={removed} onClose={() => setRemoved(null)} />}
    </section>
  );
}
