import { isForRole, type MemberAudience } from '@perkex/contract/roles.js';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { deskQuery } from '../api/desk.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { Redirect } from '../routing/redirect.js';

interface MemberPageProps {
  readonly audience: MemberAudience;
  readonly children: ReactNode;
}

/** A page of the desk, for some of the members. The others go to the desk. */
export function MemberPage({ audience, children }: MemberPageProps) {
  const { data } = useQuery(deskQuery(useUserId()));
  if (!data) {
    return null;
  }
  return isForRole(data.role, audience) ? (
    <div className="flex flex-col gap-5">{children}</div>
  ) : (
    <Redirect to={paths.desk()} />
  );
}
