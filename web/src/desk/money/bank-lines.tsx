import { useState } from 'react';
import { call } from '../../api/call.js';
import { actOnMoney, type BankLine, bankLinesQuery } from '../../api/desk-money.js';
import type { TypedAccount } from '../../api/payments.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { GrowingList, usePages } from '../../lists/growing-list.js';
import { Button, PausableButton, SettlingButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FaultText } from '../../ui/fault-text.js';
import { LoadingState } from '../../ui/loading-state.js';
import { showActionSuccess } from '../../ui/toast.js';
import { anyText, TextForm } from '../text-form.js';
import { useActs } from '../use-acts.js';
import { waitingText } from '../waiting-text.js';
import { ReturnAccountForm } from './return-account-form.js';

const REASONS: Readonly<Record<BankLine['reason'], string>> = {
  unknown: 'No deal has its reference',
  ambiguous: 'Names several deals',
  'own-deal': 'Pays a deal of the member who imported it',
  corrected: 'Was booked to another deal by mistake',
};

interface Asked {
  readonly what: 'book' | 'return';
  readonly line: BankLine;
}

/** The lines of statements that no deal has, oldest first. */
export function BankLines() {
  const { data, isError, refetch, older } = usePages(bankLinesQuery(useUserId()));
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!data) {
    return <LoadingState isError={isError} refetch={refetch} failure="The lines could not be loaded." />;
  }
  const lines = data.pages.flatMap((page) => page.lines);
  return (
    <>
      {lines.length === 0 ? (
        <p className="py-6">Nothing is waiting here.</p>
      ) : (
        <GrowingList rows={lines} older={older} moreLabel="Show more">
          {(shown) => (
            <ul aria-label="Lines, oldest first" className="divide-y divide-line border-y border-line">
              {shown.map((line) => (
                <li key={line.number}>
                  <LineRow line={line} onAsk={(what) => setAsked({ what, line })} />
                </li>
              ))}
            </ul>
          )}
        </GrowingList>
      )}
      {asked === null ? null : <LineQuestion {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface LineRowProps {
  readonly line: BankLine;
  readonly onAsk: (what: Asked['what']) => void;
}

function LineRow({ line, onAsk }: LineRowProps) {
  const { number, amount, bookedOn, text, payer, reason, importedBy, importedAt } = line;
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-3">
          <span className="font-semibold tabular-nums">{dollarsText(amount)}</span>
          <span className="text-muted tabular-nums">{bookedOn}</span>
        </p>
        <p className="wrap-anywhere">{text === '' ? 'No text' : text}</p>
        <p className="text-sm text-muted">
          {payer === null ? 'The bank has not named the payer' : payer} · {REASONS[reason]}
        </p>
        <p className="text-sm text-muted">
          {waitingText(importedAt, Date.now())} · imported by {importedBy}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <Button aria-label={`Book to a deal, line ${number}`} onClick={() => onAsk('book')}>
          Book to a deal
        </Button>
        <Button aria-label={`Send back, line ${number}`} onClick={() => onAsk('return')}>
          Send back
        </Button>
      </div>
    </div>
  );
}

function LineQuestion({ what, line, onClose }: Asked & { readonly onClose: () => void }) {
  const { isBusy, fault, run } = useActs(actOnMoney);
  const uid = useUserId();
  const { number, version, amount } = line;

  function end(text: string): void {
    showActionSuccess(text);
    onClose();
  }

  const book = (reference: string) =>
    run(() => call('bookBankLine', { body: { uid, number, version, reference } }), end);
  const sendBack = (account: TypedAccount | null) =>
    run(() => call('returnBankLine', { body: { uid, number, version, account } }), end);
  const isBooking = what === 'book';
  return (
    <Dialog title={isBooking ? 'Book to a deal' : 'Send the money back?'} onCancel={onClose} isBusy={isBusy}>
      <p>
        {dollarsText(amount)} of {line.bookedOn}
      </p>
      <FaultText>{fault}</FaultText>
      {isBooking ? (
        <ReferenceForm isBusy={isBusy} onSend={book} />
      ) : line.hasAccount ? (
        <>
          <p>It goes with the next list to the account that it came from.</p>
          <SettlingButton
            look="strong"
            subject={`return ${number}`}
            isPaused={isBusy}
            onClick={() => void sendBack(null)}
          >
            Send back
          </SettlingButton>
        </>
      ) : (
        <ReturnAccountForm isBusy={isBusy} onSend={sendBack} />
      )}
      <PausableButton isPaused={isBusy} onClick={onClose}>
        Cancel
      </PausableButton>
    </Dialog>
  );
}

interface ReferenceFormProps {
  readonly isBusy: boolean;
  readonly onSend: (reference: string) => unknown;
}

function ReferenceForm({ isBusy, onSend }: ReferenceFormProps) {
  return (
    <TextForm
      label="Reference, or code of the deal"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={60}
      read={anyText}
      wrong="Enter the reference, or the code of the deal."
      submitText="Book"
      isBusy={isBusy}
      onSend={onSend}
    >
      <p className="text-sm text-muted">
        A booking can be taken back until its money has left, or the pair is on its way.
      </p>
    </TextForm>
  );
}
