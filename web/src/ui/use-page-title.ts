import { useEffect } from 'react';

/** The page's title, as the server gives it to those who come from outside; Home has its own. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? 'PerkeX: buy and sell new sneakers' : `${title} | PerkeX`;
  }, [title]);
}
