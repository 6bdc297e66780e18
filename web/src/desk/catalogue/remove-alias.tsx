import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.js';
import { actOnAliases, aliasPreviewQuery, type SearchAlias } from '../../api/desk-aliases.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
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
  const remove = () =>
    run(
      () => call('removeAlias', { body: { uid, alias, before: meaning } }),
      (text) => {
        showActionSuccess(text);
        onClose();
      },
    );
  return (
    <ConfirmDialog
      title={`Remove “${alias}”?`}
      label="Remove"
      look="danger"
      isBusy={isBusy}
      fault={fault}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        It means “{meaning}”.{' '}
        {data
          ? `It finds ${foundText(data.now.count, data.now.isClose)} now, and without the alias ${foundText(data.tried.count, data.tried.isClose)}.`
          : ''}
      </p>
    </ConfirmDialog>
  );
}
