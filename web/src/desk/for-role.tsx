import { isForRole, type Role } from '@perkex/contract/roles.js';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { deskQuery } from '../api/desk.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { Redirect } from '../routing/redirect.js';

interface ForRoleProps {
  readonly needs: Role;
  readonly children: ReactNode;
}

/** Shows a page to members with this role, and to admins. The others go to the desk. */
export function ForRole({ needs, children }: ForRoleProps) {
  const { data } = useQuery(deskQuery(useUserId()));
  if (!data) {
    return null;
  }
  return isForRole(data.role, needs) ? children : <Redirect to={paths.desk()} />;
}
