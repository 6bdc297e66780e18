import { useQuery } from '@tanstack/react-query';
import { userDataQuery } from '../api/user-data.js';
import { useParams } from '../routing/hooks.js';
import { useUid } from '../session/auth-store.js';

/** The owner of this dashboard: the route parameter, if the address has one (section 2). */
export function useDashboardUid(): string {
  const ownUid = useUid();
  const { uid = ownUid } = useParams();
  return uid;
}

export function useUserData() {
  return useQuery(userDataQuery(useDashboardUid()));
}
