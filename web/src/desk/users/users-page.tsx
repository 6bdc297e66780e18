import { MIN_SEARCH_LENGTH } from '@perkex/contract/fields.js';
import { type FormEvent, useState } from 'react';
import { paths } from '../../links/paths.js';
import { useNavigate, useSearchParams } from '../../routing/hooks.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { FoundUsers } from './found-users.js';

/** The search of users by e-mail, name or id (after-the-trade, "The desk"). */
export function UsersPage() {
  usePageTitle('Users');
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  return (
    <MemberPage audience="admin">
      <h1 className="text-3xl md:text-4xl">Users</h1>
      <SearchForm key={search} search={search} />
      {search.length < MIN_SEARCH_LENGTH ? null : <FoundUsers search={search} />}
    </MemberPage>
  );
}

function SearchForm({ search }: { readonly search: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  const [fault, setFault] = useState<string>();
  function send(event: FormEvent): void {
    event.preventDefault();
    const asked = typed.trim();
    if (asked.length < MIN_SEARCH_LENGTH) {
      setFault('Enter at least two characters.');
    } else {
      navigate(paths.deskUsers(asked));
    }
  }
  return (
    <form className="flex max-w-xl items-end gap-2" onSubmit={send} noValidate>
      <div className="min-w-0 flex-1">
        <TextField
          label="E-mail, name or id"
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={typed}
          error={fault}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit" className={fault ? 'mb-7' : ''}>
        Search
      </Button>
    </form>
  );
}
