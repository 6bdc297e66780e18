import { counted } from '@perkex/core/counted.js';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { deskQuery } from '../../api/desk.js';
import { actOnMoney, type PayoutList, payoutFile } from '../../api/desk-money.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { PausableButton, SettlingButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FaultText } from '../../ui/fault-text.js';
import { saveFile } from '../../ui/save-file.js';
import { useActs } from '../use-acts.js';

type Act = 'release' | 'withdraw' | 'paid';

interface ActWords {
  readonly label: string;
  readonly consequence: string;
}

const ACTS: Readonly<Record<Act, ActWords>> = {
  release: {
    label: 'Release',
    consequence: 'The list can then be given to the bank. Check its sum and its payments first.',
  },
  withdraw: { label: 'Withdraw', consequence: 'Its payments then wait for another list.' },
  paid: {
    label: 'Paid',
    consequence: 'Report this once the bank shows the list as executed. Its users are then notified.',
  },
};

/** The acts of the member on a list, and its file. */
export function ListActs({ list }: { readonly list: PayoutList }) {
  const uid = useUserId();
  const { data: me } = useQuery(deskQuery(uid));
  const { isBusy, fault, run } = useActs(actOnMoney);
  const [asked, setAsked] = useState<Act | null>(null);
  const acts = actsFor(list, me?.name ?? '');
  // Another member may have acted in the meantime.
  const open = asked !== null && acts.includes(asked) ? asked : null;

  async function act(what: Act): Promise<void> {
    const { list: number, version } = list;
    const seen = { uid, list: number, version };
    await run(() =>
      what === 'paid'
        ? call('reportPayouts', { body: { ...seen, state: 'paid', entries: null, reason: null } })
        : call('decidePayoutList', { body: { ...seen, decision: what } }),
    );
    setAsked(null);
  }

  const download = (form: 'pain001' | 'csv') =>
    run(
      () => payoutFile(list.list, form),
      (file) => saveFile(file, `list-${list.list}.${form === 'csv' ? 'csv' : 'xml'}`),
    );

  return (
    <>
      <FaultText>{fault}</FaultText>
      {list.isOwn ? (
        <p className="max-w-prose">
          A payment of this list belongs to a deal of yours. Other members handle the list.
        </p>
      ) : null}
      {list.state === 'proposed' && list.createdBy === me?.name ? (
        <p className="max-w-prose">You have proposed this list. Another member releases it.</p>
      ) : null}
      {list.state === 'proposed' && list.createdBy !== me?.name && list.hasEntered ? (
        <p className="max-w-prose">
          You have entered the account of a payment on this list. Another member releases it, or you withdraw
          it and make a list that another member releases.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {list.state === 'released' && !list.isOwn ? (
          <>
            <PausableButton isPaused={isBusy} onClick={() => void download('pain001')}>
              <Download aria-hidden className="size-5" />
              pain.001
            </PausableButton>
            <PausableButton isPaused={isBusy} onClick={() => void download('csv')}>
              <Download aria-hidden className="size-5" />
              CSV
            </PausableButton>
          </>
        ) : null}
        {acts.map((what) => (
          <SettlingButton
            key={what}
            look={what === 'withdraw' ? 'plain' : 'strong'}
            subject={`${list.list} ${list.version}`}
            isPaused={isBusy}
            onClick={() => setAsked(what)}
          >
            {ACTS[what].label}
          </SettlingButton>
        ))}
      </div>
      {open === null ? null : (
        <ConfirmDialog
          label={ACTS[open].label}
          isBusy={isBusy}
          onConfirm={() => act(open)}
          onClose={() => setAsked(null)}
        >
          <p>
            List {list.list}: {dollarsText(list.listed.amount)}, {counted(list.listed.count, 'payment')}
          </p>
          <p>{ACTS[open].consequence}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function actsFor({ state, createdBy, isOwn, hasEntered, listed }: PayoutList, name: string): Act[] {
  switch (state) {
    case 'proposed':
      return createdBy === name || isOwn || hasEntered ? ['withdraw'] : ['release', 'withdraw'];
    case 'released':
      return isOwn || listed.count === 0 ? [] : ['paid'];
    case 'withdrawn':
      return [];
  }
}
