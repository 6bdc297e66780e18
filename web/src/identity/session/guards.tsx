import { Fragment, type ReactNode } from 'react';
import { paths } from '../../links/paths.js';
import { useLocation, useParams } from '../../routing/hooks.js';
import { Redirect } from '../../routing/redirect.js';
import { useAuth, useUserId } from './auth-store.js';

interface GuardProps {
  /** The page. */
  readonly children?: ReactNode;
}

/**
 * Pages for logged-in users. Visitors are redirected to `/`, and users from another user's page to their own (section
 * 2).
 */
export function LoginGuard({ children }: GuardProps) {
  const userId = useUserId();
  const { uid: pageUserId } = useParams();
  const { pathname } = useLocation();
  const hasEnded = useAuth(({ hasSessionEnded }) => hasSessionEnded);
  if (userId === '') {
    return <Redirect to={hasEnded ? paths.login : paths.home} />;
  }
  if (pageUserId !== undefined && pageUserId !== userId) {
    return <Redirect to={ownPath(pathname, userId)} />;
  }
  // Resets the state of the pages when the user changes.
  return <Fragment key={userId}>{children}</Fragment>;
}

function ownPath(pathname: string, userId: string): string {
  const [, dashboard, , ...page] = pathname.split('/');
  return `/${[dashboard, encodeURIComponent(userId), ...page].join('/')}`;
}

/** Pages for visitors. Users are redirected to `/` (section 2), or back to the page that sent them here to log in. */
export function VisitorGuard({ children }: GuardProps) {
  const { state } = useLocation();
  if (useUserId() === '') {
    return children;
  }
  if (typeof state?.watch === 'string') {
    return <Redirect to={state.watch} state={state} />;
  }
  if (typeof state?.invitation === 'string') {
    return <Redirect to={paths.invitation} state={{ code: state.invitation }} />;
  }
  const link = confirmationIn(state);
  return link === null ? <Redirect to={paths.home} /> : <Redirect to={paths.confirmEmail} state={link} />;
}

/**
 * The history state of the login page for a user who logs in to confirm an e-mail. @param link the state of the
 * confirmation page
 */
export function toConfirmation(link: object) {
  return { confirmation: link };
}

/** The link in such a state, which may hold anything; null without one. */
function confirmationIn(state: unknown): object | null {
  const link = (state as Partial<ReturnType<typeof toConfirmation>> | null)?.confirmation;
  return typeof link === 'object' ? link : null;
}
