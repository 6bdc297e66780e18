import { useQuery } from '@tanstack/react-query';
import { userDataQuery } from '../api/user-data.js';
import { useParams } from '../routing/hooks.js';
import { useUserId } from '../session/auth-store.js';

/** The owner of this dashboard: the route parameter, if the address has one (section 2). */
export function useDashboardUserId(): string {
  const ownUserId = useUserId();
  const { uid: userId = ownUserId } = useParams();
  return userId;
}

export function useUserData() {
  return useQuery(userDataQuery(useDashboardUserId()));
}
