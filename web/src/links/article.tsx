import type { MouseEvent } from 'react';
import { useNavigate } from '../routing/hooks.js';

interface ArticleProps {
  /** Made by our server from our own files. */
  readonly html: string;
  readonly className: string;
}

/** A text of the server's. Its links to our pages change the route, as every other link does. */
export function Article({ html, className }: ArticleProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    const path = pathOfPress(event);
    if (path !== null) {
      event.preventDefault();
      navigate(path);
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

/** The page of ours that a press leads to in this tab; null where the browser knows better. */
function pathOfPress(event: MouseEvent): string | null {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) && event.button === 0;
  const link = isPlain && event.target instanceof Element ? event.target.closest('a') : null;
  const path = link?.getAttribute('href') ?? '';
  return /^\/(?!\/|api\/)/.test(path) ? path : null;
}
