import { useState } from 'react';
import { ConfirmEmailNotice } from '../identity/session/email-verification-notice.js';
import { tabStorage } from '../storage/storage.js';
import { Button } from '../ui/button.js';

const LATER_KEY = 'perkex:confirm-later';

/**
 * Asks the user to confirm their e-mail. It covers the lower edge of Home, so that nothing moves when it appears.
 * 'Later' applies to this tab.
 */
export function AskToConfirm() {
  const [isLater, setIsLater] = useState(false);
  if (isLater || tabStorage.getItem(LATER_KEY) !== null) {
    return null;
  }
  const putOff = () => {
    tabStorage.setItem(LATER_KEY, '1');
    setIsLater(true);
  };
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bar) z-20 flex justify-center p-3">
      <ConfirmEmailNotice
        className="pointer-events-auto w-full max-w-3xl border border-edge shadow-lg md:flex-row md:items-center md:justify-between"
        actions={<Button onClick={putOff}>Later</Button>}
      />
    </div>
  );
}
