import { useSearchParams } from 'react-router';

/** The chosen size, null for all. It stands in the address, so that going back finds it again. */
export function useSizeChoice(sizes: readonly string[]): [string | null, (size: string | null) => void] {
  const [searchParams, setSearchParams] = useSearchParams();
  const wanted = searchParams.get('size');
  const chosen = wanted !== null && sizes.includes(wanted) ? wanted : null;
  const choose = (size: string | null) =>
    setSearchParams(size === null ? {} : { size }, { replace: true, preventScrollReset: true });
  return [chosen, choose];
}
