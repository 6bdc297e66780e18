import { useState } from 'react';
import { call } from '../../api/call.js';
import type { PayoutEntry, PayoutList } from '../../api/desk-money.js';
import { actOnMoney } from '../../api/desk-money.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { Section } from '../../deals/section.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { GrowingList, type OlderRows } from '../../lists/growing-list.js';
import { Button, PausableButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FaultText } from '../../ui/fault-text.js';
import { anyText, TextForm } from '../text-form.js';
import { useActs } from '../use-acts.js';
import { DealCode } from './deal-code.js';
import { ENTRY_STATES, KINDS } from './payout-words.js';

interface ListEntriesProps {
  readonly list: PayoutList;
  readonly entries: readonly PayoutEntry[];
  readonly older: OlderRows;
}

/** The entries of a list. Each can come back from the bank, also later. */
export function ListEntries({ list, entries, older }: ListEntriesProps) {
  const [asked, setAsked] = useState<PayoutEntry | null>(null);
  const canReturn = list.state === 'released' && !list.isOwn;
  if (entries.length === 0) {
    return null;
  }
  return (
    <Section title="Payments">
      <GrowingList rows={entries} older={older} moreLabel="Show more">
        {(shown) => (
          <ul aria-label="Payments of the list" className="divide-y divide-line border-y border-line">
            {shown.map((entry) => (
              <li key={entry.entry}>
                <EntryRow
                  entry={entry}
                  onReturn={canReturn && entry.state !== 'returned' ? () => setAsked(entry) : null}
                />
              </li>
            ))}
          </ul>
        )}
      </GrowingList>
      {asked === null ? null : <ReturnForm list={list} entry={asked} onClose={() => setAsked(null)} />}
    </Section>
  );
}

interface EntryRowProps {
  readonly entry: PayoutEntry;
  readonly onReturn: (() => void) | null;
}

function EntryRow({ entry: { entry, kind, amount, code, state, account, reason }, onReturn }: EntryRowProps) {
  return (
    <div className="grid grid-cols-[3rem_minmax(0,1fr)_auto] gap-x-3 py-2.5">
      <span className="text-muted tabular-nums">{entry}</span>
      <span className="min-w-0">
        {KINDS[kind]}
        <span className="block text-sm text-muted">
          {code === null ? 'No deal' : <DealCode code={code} />}
          <span className="tabular-nums"> · account …{account}</span>
        </span>
        <span className="block text-sm wrap-anywhere">
          {ENTRY_STATES[state]}
          {reason === null ? null : `: ${reason}`}
        </span>
      </span>
      <span className="flex flex-col items-end gap-2">
        <span className="font-semibold tabular-nums">{dollarsText(amount)}</span>
        {onReturn === null ? null : (
          <Button aria-label={`Came back, payment ${entry}`} onClick={onReturn}>
            Came back
          </Button>
        )}
      </span>
    </div>
  );
}

interface ReturnFormProps {
  readonly list: PayoutList;
  readonly entry: PayoutEntry;
  readonly onClose: () => void;
}

function ReturnForm({ list, entry, onClose }: ReturnFormProps) {
  const uid = useUserId();
  const { isBusy, fault, run } = useActs(actOnMoney);
  // The version that the member saw when the form was opened.
  const [version] = useState(list.version);

  const send = (reason: string) => {
    const ids = { uid, list: list.list, version };
    const returned = { state: 'returned' as const, entries: [entry.entry], reason };
    return run(() => call('reportPayouts', { body: { ...ids, ...returned } }), onClose);
  };

  return (
    <Dialog title="Came back?" onCancel={onClose} isBusy={isBusy}>
      <p>
        Payment {entry.entry}: {dollarsText(entry.amount)}. It is owed again.
      </p>
      <FaultText>{fault}</FaultText>
      <TextForm
        label="Bank’s reason"
        maxLength={140}
        read={anyText}
        wrong="Say why the bank sent it back."
        submitText="Came back"
        isBusy={isBusy}
        onSend={send}
      />
      <PausableButton isPaused={isBusy} onClick={onClose}>
        Cancel
      </PausableButton>
    </Dialog>
  );
}
