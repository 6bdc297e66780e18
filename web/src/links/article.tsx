import type { MouseEvent } from 'react';
import { useNavigate } from '../routing/hooks.js';
import { opensElsewhere } from '../routing/link.js';

const OUR_PAGE = /^\/(?!\/|api\/)/;

interface ArticleProps {
  /** Made by our server from our own files. */
  readonly html: string;
  readonly className: string;
}

/** A text of the server's. Its links to our pages change the route, as every other link does. */
export function Article({ html, className }: ArticleProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const address = link?.getAttribute('href') ?? '';
    if (link && OUR_PAGE.test(address) && !opensElsewhere(event, link)) {
      event.preventDefault();
      navigate(address);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside turn keys into clicks
    <div
      className={`article ${className}`}
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our server from our own files
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
