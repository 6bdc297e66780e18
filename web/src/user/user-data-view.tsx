import type { UserData } from '@perkex/contract/user-data.js';
import type { ReactNode } from 'react';
import { ErrorNotice, Spinner } from '../ui/states.js';
import { useUserData } from './user.js';

interface UserDataViewProps {
  /** The subject of the error message, such as 'Your bids'. */
  readonly what: string;
  /** Shown during loading; a spinner by default. */
  readonly whileLoading?: ReactNode;
  readonly children: (data: UserData) => ReactNode;
}

/**
 * A part of the dashboard that needs the user's data. Shows a placeholder while they load, and a notice if they cannot
 * be loaded.
 */
export function UserDataView({ what, whileLoading = <Spinner />, children }: UserDataViewProps) {
  const { data, isError, refetch } = useUserData();
  if (data) {
    return children(data);
  }
  return isError ? (
    <ErrorNotice onRetry={() => void refetch()}>{what} could not be loaded.</ErrorNotice>
  ) : (
    whileLoading
  );
}
