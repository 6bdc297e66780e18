import { isForRole, type MemberAudience } from '@perkex/contract/roles.js';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { deskQuery } from '../api/desk.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { Redirect } from '../routing/redirect.js';

interface ForRoleProps {
  readonly audience: MemberAudience;
  readonly children: ReactNode;
}

/** Shows a page to the members that it is for. The others go to the desk. */
export function ForRole({ audience, children }: ForRoleProps) {
  const { data } = useQuery(deskQuery(useUserId()));
  if (!data) {
    return null;
  }
  return isForRole(data.role, audience) ? children : <Redirect to={paths.desk()} />;
}
