import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.js';
import { actOnAliases, aliasPreviewQuery, type SearchAlias } from '../../api/desk-aliases.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { Button, SettlingButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FaultText } from '../../ui/fault-text.js';
import { showActionSuccess } from '../../ui/toast.js';
import { useActs } from '../use-acts.js';
import { foundText } from './alias-preview.js';

interface RemoveAliasProps {
  readonly removed: SearchAlias;
  readonly onClose: () => void;
}

/** Asks before an alias is removed, with what it finds with and without it. */
export function RemoveAlias({ removed: { alias, meaning }, onClose }: RemoveAliasProps) {
  const uid = useUserId();
  const { data } = useQuery(aliasPreviewQuery(uid, { text: alias, alias, meaning: '' }));
  const { isBusy, fault, run } = useActs(actOnAliases<string>);
  async function remove(): Promise<void> {
    const text = await run(() => call('removeAlias', { body: { uid, alias, before: meaning } }));
    if (text !== null) {
      showActionSuccess(text);
      onClose();
    }
  }
  return (
    <Dialog title={`Remove “${alias}”?`} onCancel={onClose} isBusy={isBusy}>
      <p>
        It means “{meaning}”.{' '}
        {data
          ? `It finds ${foundText(data.now.count, data.now.isClose)} now, and without the alias ${foundText(data.tried.count, data.tried.isClose)}.`
          : ''}
      </p>
      <FaultText>{fault}</FaultText>
      <SettlingButton look="danger" subject="remove" isPaused={isBusy} onClick={() => void remove()}>
        Remove
      </SettlingButton>
      <Button onClick={isBusy ? undefined : onClose}>Cancel</Button>
    </Dialog>
  );
}
