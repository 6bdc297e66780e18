import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type DeskUserRow, deskUsersQuery } from '../../api/desk-users.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { useNavigate, useSearchParams } from '../../routing/hooks.js';
import { Link } from '../../routing/link.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { dayText } from '../../ui/moment.js';
import { ErrorNotice, Spinner } from '../../ui/states.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { useZone } from '../../ui/use-zone.js';
import { ForRole } from '../for-role.js';
import { KeyList } from '../key-list.js';

const MIN_LENGTH = 2;

/** The search of users by e-mail, name or id (after-the-trade, "The desk"). */
export function UsersPage() {
  usePageTitle('Users');
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  return (
    <ForRole audience="admin">
      <div className="flex flex-col gap-5">
        <h1 className="text-3xl md:text-4xl">Users</h1>
        <SearchForm key={search} search={search} />
        {search.length < MIN_LENGTH ? null : <Found search={search} />}
      </div>
    </ForRole>
  );
}

function SearchForm({ search }: { readonly search: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  const [fault, setFault] = useState<string>();
  function send(event: FormEvent): void {
    event.preventDefault();
    const asked = typed.trim();
    if (asked.length < MIN_LENGTH) {
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

function Found({ search }: { readonly search: string }) {
  const { data, error, refetch } = useQuery(deskUsersQuery(useUserId(), search));
  if (!data) {
    return error ? (
      <ErrorNotice onRetry={() => void refetch()}>The users could not be searched.</ErrorNotice>
    ) : (
      <Spinner />
    );
  }
  if (data.users.length === 0) {
    return <p className="py-6">No user matches.</p>;
  }
  return (
    <>
      <KeyList label="Users" rows={data.users} keyOf={({ user }) => user}>
        {(row) => <UserLink row={row} />}
      </KeyList>
      {data.hasMore ? <p className="text-sm text-muted">There are more. Enter more of the name.</p> : null}
    </>
  );
}

function UserLink({ row: { user, name, email, since, isBlocked } }: { readonly row: DeskUserRow }) {
  const zone = useZone();
  return (
    <Link to={paths.deskUser(user)} className="group grid gap-x-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere underline-offset-4 group-hover:underline">
          {name === '' ? 'No name' : name}
        </span>
        <span className="block text-sm wrap-anywhere text-muted">{email ?? user}</span>
      </span>
      <span className="text-sm sm:text-right">
        {isBlocked ? <span className="block font-semibold text-error">Blocked</span> : null}
        {since === null ? null : <span className="block text-muted">Since {dayText(zone, since)}</span>}
      </span>
    </Link>
  );
}
