import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from '../../routing/hooks.js';

/**
 * The code of the link in a mail, empty without one. The code is secret, so it is moved from the address bar to the
 * state of the history entry, where a reload finds it.
 * @param parameter the name of the code in the address and in that state
 */
export function useLinkCode(parameter: string): string {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const addressCode = search.get(parameter);
  useEffect(() => {
    if (addressCode !== null) {
      navigate(pathname, { replace: true, state: { [parameter]: addressCode } });
    }
  }, [addressCode, navigate, parameter, pathname]);
  const keptCode = (state as Readonly<Record<string, unknown>> | null)?.[parameter];
  return addressCode ?? (typeof keptCode === 'string' ? keptCode : '');
}
