import { useQuery } from '@tanstack/react-query';
import { userDataQuery } from '../api/user-data.js';
import { useUserId } from '../identity/session/auth-store.js';
import { useParams } from '../routing/hooks.js';

/** The owner of this dashboard: the route parameter, if the address has one (section 2). */
export function useDashboardUserId(): string {
  const ownUserId = useUserId();
  const { uid: userId = ownUserId } = useParams();
  return userId;
}

export function useUserData() {
  return useQuery(userDataQuery(useDashboardUserId()));
}
