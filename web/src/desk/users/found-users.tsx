import { useQuery } from '@tanstack/react-query';
import { type DeskUserRow, deskUsersQuery } from '../../api/desk-users.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { Link } from '../../routing/link.js';
import { LoadingState } from '../../ui/loading-state.js';
import { dayText } from '../../ui/moment.js';
import { useZone } from '../../ui/use-zone.js';
import { KeyList } from '../key-list.js';

/** The users that a search finds. */
export function FoundUsers({ search }: { readonly search: string }) {
  const { data, error, refetch } = useQuery(deskUsersQuery(useUserId(), search));
  if (!data) {
    return (
      <LoadingState isError={error !== null} refetch={refetch} failure="The users could not be searched." />
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
