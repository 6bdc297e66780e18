import type { UserData } from '@perkex/contract/user-data.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { emailVerificationQuery } from '../api/identity/security.js';
import { useUserId } from '../identity/session/auth-store.js';
import { useKnownEmail } from '../identity/session/known-email.js';
import { logOut } from '../identity/session/session.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { Placeholder } from '../ui/states.js';
import { showWarning } from '../ui/toast.js';
import { useUserData } from '../user/user.js';
import { tradeCountText } from './rows.js';

const ACTION_CLASS =
  'inline-flex min-h-11 items-center gap-1.5 text-muted underline-offset-4 hover:text-ink hover:underline';

/** The owner of the dashboard, their trades, and buttons to log out or to change the login. */
export function UserBar() {
  return (
    <div id="user-bar" className="border-b border-line text-sm print:hidden">
      <div className="mx-auto flex min-h-11 max-w-page items-center max-md:min-h-14 justify-between gap-x-6 px-4 max-[24.375rem]:flex-col max-[24.375rem]:items-stretch max-[24.375rem]:px-3 md:px-6">
        <UserSummary />
        <div className="flex shrink-0 items-center gap-x-4 max-[24.375rem]:justify-between md:gap-x-6">
          <Link to={paths.forgotPassword} state={useKnownEmail()} className={ACTION_CLASS}>
            Reset password
          </Link>
          <LogoutButton />
        </div>
      </div>
    </div>
  );
}

/** The user's name, e-mail and counts; the name is blank when the shipping name is empty. */
function UserSummary() {
  const { data, isError } = useUserData();
  const { data: identity } = useQuery(emailVerificationQuery(useUserId()));
  const name = data ? fullName(data.shipping) : '';
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 py-1.5">
      {name === '' ? null : (
        <p className="max-w-full truncate font-semibold min-[24.375rem]:max-md:w-full">{name}</p>
      )}
      {identity ? (
        <p
          title="You are signed in with this e-mail"
          className="max-w-full truncate text-muted max-lg:hidden"
        >
          {identity.email}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-x-3 text-muted">
        <Count name="Purchases" rows={data?.purchases} isUnknown={isError} />
        <Count name="Sales" rows={data?.sales} isUnknown={isError} />
      </div>
    </div>
  );
}

function fullName({ name, surname }: UserData['shipping']): string {
  return name === '' ? '' : `${name} ${surname}`;
}

interface CountProps {
  readonly name: string;
  readonly rows: UserData['sales'] | undefined;
  readonly isUnknown: boolean;
}

function Count({ name, rows, isUnknown }: CountProps): ReactNode {
  if (rows) {
    return <p className="whitespace-nowrap">{`${tradeCountText(rows)} ${name}`}</p>;
  }
  return isUnknown ? (
    <p className="whitespace-nowrap">{`-- ${name}`}</p>
  ) : (
    <Placeholder className="h-5 w-20" />
  );
}

/** After logging out, the guard of the dashboard redirects to `/`. */
function LogoutButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: logOut,
    onError: ({ message }) => showWarning(message),
  });
  return (
    <button
      type="button"
      disabled={isPending}
      className={`${ACTION_CLASS} disabled:cursor-progress disabled:opacity-60`}
      onClick={() => mutate()}
    >
      <LogOut aria-hidden className="size-4" />
      Logout
    </button>
  );
}
