import { ErrorNotice, Spinner } from './states.js';

interface LoadingStateProps {
  readonly isError: boolean;
  readonly refetch: () => unknown;
  /** The error, as a sentence. */
  readonly failure: string;
}

/** Shown in place of data: a spinner until it has loaded, or the error if that failed. */
export function LoadingState({ isError, refetch, failure }: LoadingStateProps) {
  return isError ? <ErrorNotice onRetry={() => void refetch()}>{failure}</ErrorNotice> : <Spinner />;
}
