import { BLOCK_SENTENCES, type BlockReason } from '@perkex/core/users/blocks.js';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { actOnUser, type DeskUser } from '../../api/desk-users.js';
import { Moment } from '../../deals/moment.js';
import { Section } from '../../deals/section.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { TextField } from '../../ui/field.js';
import { useActs } from '../use-acts.js';
import { REASONS } from './block-words.js';
import { ReasonField } from './reason-field.js';

/** The limits of the user besides those of the market, and the button that changes them. */
export function UserLimits({ user }: { readonly user: DeskUser }) {
  const [isAsked, setIsAsked] = useState(false);
  const { ownLimits, isOwn } = user;
  return (
    <Section title="Limits">
      {ownLimits ? (
        <div>
          {ownLimits.openOrders === null ? null : (
            <p className="font-semibold">At most {ownLimits.openOrders} open orders</p>
          )}
          {ownLimits.price === null ? null : (
            <p className="font-semibold">Prices of at most {ownLimits.price}$</p>
          )}
          <p>{REASONS[ownLimits.reason]}</p>
          <p className="text-sm text-muted">
            By {ownLimits.by}, <Moment at={ownLimits.at} />
          </p>
        </div>
      ) : (
        <p>Those of all users.</p>
      )}
      {isOwn ? null : (
        <Button className="self-start" onClick={() => setIsAsked(true)}>
          Change limits
        </Button>
      )}
      {isAsked ? <Question user={user} onClose={() => setIsAsked(false)} /> : null}
    </Section>
  );
}

/** A whole number of a field; null for an empty one, undefined for anything else. */
function numberOf(text: string, min: number, max: number): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') {
    return null;
  }
  const number = /^\d{1,7}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

const MAX_PRICE = 1_000_000;

interface QuestionProps {
  readonly user: DeskUser;
  readonly onClose: () => void;
}

function Question({ user, onClose }: QuestionProps) {
  const uid = useUserId();
  const { isBusy, fault, run } = useActs(actOnUser(user.user));
  // As this member saw them: another one may decide in the meantime.
  const [seen] = useState({
    openOrders: user.ownLimits?.openOrders ?? null,
    price: user.ownLimits?.price ?? null,
  });
  const [orders, setOrders] = useState(String(seen.openOrders ?? ''));
  const [price, setPrice] = useState(String(seen.price ?? ''));
  const [reason, setReason] = useState<BlockReason>(user.ownLimits?.reason ?? 'payments');
  const [isChecked, setIsChecked] = useState(false);
  const maxOrders = user.limits.maxOpenOrders;
  const wanted = {
    openOrders: numberOf(orders, 0, maxOrders ?? 100_000),
    price: numberOf(price, 1, MAX_PRICE),
  };
  const isEnd = wanted.openOrders === null && wanted.price === null;

  function send(): void {
    setIsChecked(true);
    const { openOrders, price: highest } = wanted;
    if (openOrders !== undefined && highest !== undefined) {
      const body = { uid, user: user.user, seen, limits: { openOrders, price: highest }, reason };
      void run(() => call('limitUser', { body }), onClose);
    }
  }

  return (
    <ConfirmDialog
      title="Change limits?"
      label={isEnd ? 'End the limits' : 'Set limits'}
      isBusy={isBusy}
      fault={fault}
      onConfirm={send}
      onClose={onClose}
    >
      <TextField
        label="Maximum open orders"
        inputMode="numeric"
        autoComplete="off"
        placeholder={maxOrders === null ? 'no limit' : `${maxOrders}, as all users`}
        value={orders}
        onChange={({ target }) => setOrders(target.value)}
        error={
          isChecked && wanted.openOrders === undefined
            ? `Enter a whole number from 0${maxOrders === null ? '' : ` to ${maxOrders}`}, or leave it empty.`
            : undefined
        }
      />
      <TextField
        label="Maximum order price, in dollars"
        inputMode="numeric"
        autoComplete="off"
        placeholder="no limit"
        value={price}
        onChange={({ target }) => setPrice(target.value)}
        error={
          isChecked && wanted.price === undefined
            ? `Enter whole dollars from 1 to ${MAX_PRICE}, or leave it empty.`
            : undefined
        }
      />
      <ReasonField reason={reason} onChange={setReason} />
      <p>
        {isEnd
          ? 'The limits of all users apply to this user again.'
          : `Orders beyond these limits are refused, and the refusal says: “${BLOCK_SENTENCES[reason]}” Open orders stay.`}
      </p>
    </ConfirmDialog>
  );
}
