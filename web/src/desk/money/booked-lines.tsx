import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { actOnMoney, type BookedBankLine, bookedBankLinesQuery } from '../../api/desk-money.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { Button, PausableButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FaultText } from '../../ui/fault-text.js';
import { LoadingState } from '../../ui/loading-state.js';
import { showActionSuccess } from '../../ui/toast.js';
import { anyText, TextForm } from '../text-form.js';
import { useActs } from '../use-acts.js';

/** The bank transfers that were booked to a deal. A wrong booking can be taken back. */
export function BookedLines({ code }: { readonly code: string }) {
  const { data, isError, refetch } = useQuery(bookedBankLinesQuery(useUserId(), code));
  const [asked, setAsked] = useState<BookedBankLine | null>(null);
  if (!data) {
    return (
      <LoadingState isError={isError} refetch={refetch} failure="The bank transfers could not be loaded." />
    );
  }
  if (data.lines.length === 0) {
    return <p>No bank transfer is booked to this deal.</p>;
  }
  return (
    <>
      <ul aria-label="Bank transfers" className="divide-y divide-line border-y border-line">
        {data.lines.map((line) => (
          <li key={line.id} className="flex flex-wrap justify-between gap-x-4 gap-y-3 py-4">
            <div className="min-w-0">
              <p className="flex flex-wrap gap-x-3">
                <span className="font-semibold tabular-nums">{dollarsText(line.amount)}</span>
                <span className="text-muted tabular-nums">{line.bookedOn}</span>
              </p>
              <p className="text-sm text-muted">
                {line.payer === null ? 'The bank has not named the payer' : line.payer} · booked by{' '}
                {line.bookedBy}
              </p>
              {line.correction === null ? null : (
                <p className="text-sm wrap-anywhere">
                  Taken back by {line.correction.by}: {line.correction.reason}
                </p>
              )}
            </div>
            {line.correction === null ? (
              <Button
                aria-label={`Take back the booking of ${dollarsText(line.amount)}`}
                onClick={() => setAsked(line)}
              >
                Take back
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {asked === null ? null : <CorrectionQuestion line={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface CorrectionQuestionProps {
  readonly line: BookedBankLine;
  readonly onClose: () => void;
}

function CorrectionQuestion({ line, onClose }: CorrectionQuestionProps) {
  const { isBusy, fault, run } = useActs(actOnMoney);
  const uid = useUserId();
  const send = (reason: string) =>
    run(
      () => call('correctBankLine', { body: { uid, id: line.id, reason } }),
      (text) => {
        showActionSuccess(text);
        onClose();
      },
    );
  return (
    <Dialog title="Take this booking back?" onCancel={onClose} isBusy={isBusy}>
      <p>
        {dollarsText(line.amount)} of {line.bookedOn}. The deal then waits for its own money, and this money
        for a deal.
      </p>
      <FaultText>{fault}</FaultText>
      <TextForm
        label="Reason"
        maxLength={200}
        read={anyText}
        wrong="Give a reason."
        submitText="Take back"
        isBusy={isBusy}
        onSend={send}
      />
      <PausableButton isPaused={isBusy} onClick={onClose}>
        Cancel
      </PausableButton>
    </Dialog>
  );
}
