import { Fragment } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router';
import { paths } from '../links/paths.js';
import { useAuth, useUid } from './auth-store.js';

/** Pages for logged-in users: visitors go to `/`, and another user's page becomes one's own (section 2). */
export function LoginGuard() {
  const uid = useUid();
  const { uid: pageUid } = useParams();
  const { pathname } = useLocation();
  const hasEnded = useAuth(({ hasSessionEnded }) => hasSessionEnded);
  if (uid === '') {
    return <Navigate to={hasEnded ? paths.login : paths.home} replace />;
  }
  if (pageUid !== undefined && pageUid !== uid) {
    return <Navigate to={ownPath(pathname, uid)} replace />;
  }
  // Keeps no state of one user's pages for the next one.
  return (
    <Fragment key={uid}>
      <Outlet />
    </Fragment>
  );
}

function ownPath(pathname: string, uid: string): string {
  const [, dashboard, , ...page] = pathname.split('/');
  return `/${[dashboard, encodeURIComponent(uid), ...page].join('/')}`;
}

/** Pages for visitors: users go to `/` (section 2), or back to the page that sent them here to log in. */
export function VisitorGuard() {
  const { state } = useLocation();
  if (useUid() === '') {
    return <Outlet />;
  }
  if (typeof state?.watch === 'string') {
    return <Navigate to={state.watch} state={state} replace />;
  }
  const link = confirmationIn(state);
  return link === null ? (
    <Navigate to={paths.home} replace />
  ) : (
    <Navigate to={paths.confirmEmail} state={link} replace />
  );
}

/** The history state of the login page for somebody who logs in to confirm an e-mail. @param link that of its page */
export function toConfirmation(link: object) {
  return { confirmation: link };
}

/** The link in such a state, which may hold anything; null without one. */
function confirmationIn(state: unknown): object | null {
  const link = (state as Partial<ReturnType<typeof toConfirmation>> | null)?.confirmation;
  return typeof link === 'object' ? link : null;
}
