import { Fragment } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router';
import { paths } from '../paths.js';
import { SESSION_ENDED, useAuth, useUid } from './auth-store.js';

/** Pages for logged-in users; a visitor goes to `/`, and somebody else's page becomes one's own (section 2). */
export function LoginGuard() {
  const uid = useUid();
  const { uid: pageUid } = useParams();
  const { pathname } = useLocation();
  const hasEnded = useAuth(({ error }) => error === SESSION_ENDED);
  if (uid === '') {
    return <Navigate to={hasEnded ? paths.login : paths.home} replace />;
  }
  if (pageUid !== undefined && pageUid !== uid) {
    return <Navigate to={ownPath(pathname, uid)} replace />;
  }
  // Nothing of one user's pages stays for the next one.
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

/** Pages for visitors; whoever is logged in goes to `/` (section 2). */
export function VisitorGuard() {
  return useUid() === '' ? <Outlet /> : <Navigate to={paths.home} replace />;
}
