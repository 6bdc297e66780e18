import { isForRole } from '@perkex/contract/roles.js';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { deskQuery } from '../../api/desk.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { Redirect } from '../../routing/redirect.js';

/** Shows a page of money to members who handle it. The others go to the desk. */
export function ForFinance({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(deskQuery(useUserId()));
  if (!data) {
    return null;
  }
  return isForRole(data.role, 'finance') ? children : <Redirect to={paths.desk()} />;
}
