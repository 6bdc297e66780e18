import {
  BLOCK_SENTENCES,
  type BlockReason,
  UNBLOCK_REASONS,
  type UnblockReason,
} from '@perkex/core/users/blocks.js';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { actOnUser, type DeskUser } from '../../api/desk-users.js';
import { Moment } from '../../deals/moment.js';
import { Section } from '../../deals/section.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { SelectField } from '../../ui/field.js';
import { useActs } from '../use-acts.js';
import { END_REASONS, REASONS } from './block-words.js';
import { ReasonField } from './reason-field.js';

/** The right of the user to place orders, and the button that changes it. */
export function UserBlock({ user }: { readonly user: DeskUser }) {
  const [isAsked, setIsAsked] = useState(false);
  const { block, isOwn } = user;
  return (
    <Section title="Trading">
      {block ? (
        <p>
          <span className="font-semibold text-error">Blocked: {REASONS[block.reason]}</span>
          <span className="block text-sm text-muted">
            By {block.by}, <Moment at={block.at} />
          </span>
        </p>
      ) : (
        <p>May place orders.</p>
      )}
      {isOwn ? (
        <p className="text-sm text-muted">This is your own account. Another member decides about it.</p>
      ) : (
        <Button className="self-start" onClick={() => setIsAsked(true)}>
          {block ? 'End the block' : 'Block'}
        </Button>
      )}
      {isAsked ? <Question user={user} onClose={() => setIsAsked(false)} /> : null}
    </Section>
  );
}

interface QuestionProps {
  readonly user: DeskUser;
  readonly onClose: () => void;
}

function Question({ user, onClose }: QuestionProps) {
  const uid = useUserId();
  const { isBusy, fault, run } = useActs(actOnUser(user.user));
  // As this member saw it: another one may decide in the meantime.
  const [isEnd] = useState(user.block !== null);
  const [reason, setReason] = useState<BlockReason>('payments');
  const [endReason, setEndReason] = useState<UnblockReason>('resolved');
  const label = isEnd ? 'End the block' : 'Block';

  function send(): void {
    const ids = { uid, user: user.user };
    const decide = () =>
      isEnd
        ? call('unblockUser', { body: { ...ids, reason: endReason } })
        : call('blockUser', { body: { ...ids, reason } });
    void run(decide, onClose);
  }

  return (
    <ConfirmDialog label={label} isBusy={isBusy} fault={fault} onConfirm={send} onClose={onClose}>
      {isEnd ? (
        <>
          <SelectField
            label="Reason"
            value={endReason}
            onChange={({ target }) =>
              setEndReason(UNBLOCK_REASONS.find((each) => each === target.value) ?? 'resolved')
            }
          >
            {UNBLOCK_REASONS.map((each) => (
              <option key={each} value={each}>
                {END_REASONS[each]}
              </option>
            ))}
          </SelectField>
          <p>The user can place orders again, and is notified. Removed orders are not placed again.</p>
        </>
      ) : (
        <>
          <ReasonField reason={reason} onChange={setReason} />
          <p>
            The user can no longer place orders. Their open orders are removed, and their deals continue. They
            read at the bell and by mail: “{BLOCK_SENTENCES[reason]}”
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}
