import type { MouseEvent, ReactNode } from 'react';
import { paths } from '../links/paths.js';
import { FROM_PANEL } from '../orders/unfinished-order.js';
import { useNavigate } from '../routing/hooks.js';
import { Link, opensElsewhere } from '../routing/link.js';

interface SettingsLinkProps {
  readonly onLeave: () => void;
  readonly className: string;
  readonly children: ReactNode;
}

/** A link to the settings, which return the user to the panel in the same state. */
export function SettingsLink({ onLeave, className, children }: SettingsLinkProps) {
  const navigate = useNavigate();
  const leave = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!opensElsewhere(event, event.currentTarget)) {
      event.preventDefault();
      onLeave();
      navigate(paths.settings, { state: FROM_PANEL });
    }
  };
  return (
    <Link to={paths.settings} onClick={leave} className={className}>
      {children}
    </Link>
  );
}
