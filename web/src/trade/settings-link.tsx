import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../links/paths.js';
import { FROM_PANEL } from '../session/unfinished-order.js';

interface SettingsLinkProps {
  readonly onLeave: () => Promise<void>;
  readonly className: string;
  readonly children: ReactNode;
}

/** A link to the settings, which lead back to the panel as it was. */
export function SettingsLink({ onLeave, className, children }: SettingsLinkProps) {
  const navigate = useNavigate();
  const leave = async (event: MouseEvent) => {
    if (opensElsewhere(event)) {
      return;
    }
    event.preventDefault();
    await onLeave();
    await navigate(paths.settings, { state: FROM_PANEL });
  };
  return (
    <Link to={paths.settings} onClick={(event) => void leave(event)} className={className}>
      {children}
    </Link>
  );
}

/** Whether the link opens in another tab or window, while this page stays. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}
