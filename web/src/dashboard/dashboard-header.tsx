import type { UserData } from '@perkex/contract/user-data.js';
import { useMutation } from '@tanstack/react-query';
import { LogOut, Menu, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { BrandLink } from '../header/brand-link.js';
import { ThemeSwitch } from '../header/theme-switch.js';
import { paths } from '../links/paths.js';
import { NoticesButton } from '../notices/notices-button.js';
import { useKnownEmail } from '../session/known-email.js';
import { logOut } from '../session/session.js';
import { Button, IconButton } from '../ui/button.js';
import { Placeholder } from '../ui/states.js';
import { showWarning } from '../ui/toast.js';
import { tradeCountText } from './rows.js';
import { useUserData } from './user.js';

interface DashboardHeaderProps {
  readonly menuId: string;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly menuButton: Ref<HTMLButtonElement>;
}

/** The header of the dashboard: brand, user, counts and Logout (section 2, "Header and search"). */
export function DashboardHeader({ menuId, isMenuOpen, onMenu, menuButton }: DashboardHeaderProps) {
  return (
    <header className="border-b border-line bg-paper md:sticky md:top-0 md:z-30">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-1 px-4 py-2 md:gap-x-5 md:px-6">
        <BrandLink />
        <div className="flex min-w-0 items-center justify-between gap-4 max-md:order-last max-md:w-full md:ml-auto md:justify-end md:gap-6">
          <UserSummary />
          <ResetLink />
        </div>
        <div className="flex items-center gap-1 max-md:ml-auto max-[24.375rem]:gap-0 max-[24.375rem]:[&_.size-11]:w-8">
          <NoticesButton />
          <LogoutButton />
          <ThemeSwitch />
          <IconButton
            ref={menuButton}
            name={isMenuOpen ? 'Close the menu' : 'Open the menu'}
            aria-expanded={isMenuOpen}
            aria-controls={menuId}
            className="md:hidden"
            onClick={onMenu}
          >
            {isMenuOpen ? <X aria-hidden /> : <Menu aria-hidden />}
          </IconButton>
        </div>
      </div>
    </header>
  );
}

function ResetLink() {
  return (
    <Link
      to={paths.forgotPassword}
      state={useKnownEmail()}
      className="inline-flex min-h-11 shrink-0 items-center text-sm underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      Reset password
    </Link>
  );
}

/** The user's name above the counts; blank when the shipping name is empty. */
function UserSummary() {
  const { data, isError } = useUserData();
  return (
    <div className="flex h-11 min-w-0 flex-col justify-center text-sm/5 md:items-end">
      {data ? <p className="max-w-full truncate font-semibold">{fullName(data.shipping)}</p> : null}
      <div className="flex gap-3 whitespace-nowrap text-muted">
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
    return <p>{`${tradeCountText(rows)} ${name}`}</p>;
  }
  return isUnknown ? <p>{`-- ${name}`}</p> : <Placeholder className="h-5 w-20" />;
}

/** After logging out, the guard of the dashboard redirects to `/`. */
function LogoutButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: logOut,
    onError: ({ message }) => showWarning(message),
  });
  return (
    <Button disabled={isPending} className="max-[22.5rem]:px-2!" onClick={() => mutate()}>
      <LogOut aria-hidden className="size-4 max-[400px]:hidden" />
      Logout
    </Button>
  );
}
