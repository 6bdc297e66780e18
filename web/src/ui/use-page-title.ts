import { useEffect } from 'react';

/** Sets the page's title, the same as in the server's HTML; null for Home. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? 'PerkeX: buy and sell new sneakers' : `${title} | PerkeX`;
  }, [title]);
}
