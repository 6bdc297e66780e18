import type { ComponentProps, MouseEvent } from 'react';
import { isPageOutdated } from '../starting/fetch-code.js';
import { loadInFull } from './full-load.js';
import { useLocation, useNavigate } from './hooks.js';
import type { NavigateOptions } from './location.js';
import { isAtOrBelow } from './path-pattern.js';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address within PerkeX. */
  readonly to: string;
  /** The state of the new history entry. */
  readonly state?: NavigateOptions['state'];
}

/** A link to another page. A link to the current page adds no step for Back. */
export function Link({ to, state, onClick, ...props }: LinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented && !opensElsewhere(event, event.currentTarget)) {
      event.preventDefault();
      const { href } = event.currentTarget;
      navigate(to, { state, replace: href === window.location.href });
      // A guard may ask the user before leaving. Forms and orders navigate without links, so they are not interrupted.
      if (isPageOutdated() && href === window.location.href) {
        loadInFull();
      }
    }
  };
  return <a {...props} href={to} onClick={follow} />;
}

/** A link that is marked on its page and on the pages below it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  return <Link {...props} aria-current={isAtOrBelow(props.to, pathname) ? 'page' : undefined} />;
}

/** True if the browser handles the click itself, in another tab or window or as a download, while this page stays. */
export function opensElsewhere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  const isOfThisWindow = link.target === '' || link.target === '_self';
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !isOfThisWindow;
}
