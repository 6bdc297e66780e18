import type { UserData } from '@perkex/contract/user-data.js';
import type { ReactNode } from 'react';
import { FaultNotice, Spinner } from '../ui/states.js';
import { useUserData } from './user.js';

interface UserDataViewProps {
  /** What is read, as a sentence begins with it. */
  readonly what: string;
  readonly children: (data: UserData) => ReactNode;
}

/** A part of the dashboard that needs the user's data: a spinner while they load, a notice when they cannot be read. */
export function UserDataView({ what, children }: UserDataViewProps) {
  const { data, isError, refetch } = useUserData();
  if (data) {
    return children(data);
  }
  return isError ? (
    <FaultNotice onRetry={() => void refetch()}>{what} could not be read.</FaultNotice>
  ) : (
    <Spinner />
  );
}
