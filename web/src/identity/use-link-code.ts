import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * The code of the link in a mail, empty without one. It is a key: it goes from the address bar, where others may see it,
 * into the entry of the history, where a reload finds it.
 * @param parameter its name in the address and in the entry's state
 */
export function useLinkCode(parameter: string): string {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const addressCode = search.get(parameter);
  useEffect(() => {
    if (addressCode !== null) {
      void navigate(pathname, { replace: true, state: { [parameter]: addressCode } });
    }
  }, [addressCode, navigate, parameter, pathname]);
  const keptCode = (state as Readonly<Record<string, unknown>> | null)?.[parameter];
  return addressCode ?? (typeof keptCode === 'string' ? keptCode : '');
}
