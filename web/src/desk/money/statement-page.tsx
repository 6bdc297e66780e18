import { MAX_STATEMENT_BYTES } from '@perkex/contract/desk-money.js';
import { counted } from '@perkex/core/counted.js';
import { useRef, useState } from 'react';
import { call } from '../../api/call.js';
import { actOnMoney, previewStatement, type Statement } from '../../api/desk-money.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { SettlingButton } from '../../ui/button.js';
import { FileDrop } from '../../ui/file-drop.js';
import { Spinner } from '../../ui/states.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { useActs } from '../use-acts.js';
import { useFile } from '../use-file.js';
import { StatementLines } from './statement-lines.js';

/** The import of a bank statement: chosen, seen, and only then booked. */
export function StatementPage() {
  usePageTitle('Statement');
  return (
    <MemberPage audience="finance">
      <BackLink to={paths.deskMoney()}>Money</BackLink>
      <h1 className="text-3xl md:text-4xl">Import a statement</h1>
      <Import />
    </MemberPage>
  );
}

/** A file that the server has read. */
interface SeenFile {
  readonly name: string;
  /** In base64. */
  readonly content: string;
  readonly statement: Statement;
  readonly isBooked: boolean;
}

function Import() {
  const uid = useUserId();
  const { isBusy, fault, run } = useActs(actOnMoney);
  const [seen, setSeen] = useState<SeenFile | null>(null);
  const { fault: wrongFile, read } = useFile({
    maxBytes: MAX_STATEMENT_BYTES,
    command: 'perkex bank import',
  });
  const result = useRef<HTMLParagraphElement>(null);

  async function choose(file: File): Promise<void> {
    setSeen(null);
    const content = await read(file);
    const statement = content === null ? null : await run(() => previewStatement(uid, content));
    if (content !== null && statement !== null) {
      setSeen({ name: file.name, content, statement, isBooked: false });
    }
  }

  async function book({ name, content }: SeenFile): Promise<void> {
    const statement = await run(() => call('bookStatement', { body: { uid, content } }));
    if (statement !== null) {
      setSeen({ name, content, statement, isBooked: true });
      result.current?.focus();
    }
  }

  const message = wrongFile ?? fault;
  return (
    <>
      <FileDrop
        label="Bank statement"
        accept=".csv,.xml,text/csv,text/xml,application/xml"
        isBusy={isBusy}
        hint={`camt.053 or CSV, up to ${MAX_STATEMENT_BYTES / 1_000_000} MB. Choose it, or drop it here. Import one kind of file only.`}
        onChoose={([file]) => void choose(file)}
      >
        Choose a bank statement
      </FileDrop>
      {message === null ? null : (
        <p role="alert" className="max-w-prose text-error wrap-anywhere">
          {message}
        </p>
      )}
      {isBusy && seen === null ? <Spinner label="Reading the file" /> : null}
      {seen === null ? null : (
        <section aria-labelledby="file" className="flex flex-col gap-4">
          <h2 id="file" className="text-2xl wrap-anywhere">
            {seen.name}
          </h2>
          <p ref={result} role="status" tabIndex={-1} className="max-w-prose outline-none">
            {seen.isBooked ? bookedText(seen.statement) : previewText(seen.statement)}
          </p>
          {seen.isBooked || !isWorthBooking(seen.statement) ? null : (
            <SettlingButton
              look="strong"
              subject={seen.name}
              isPaused={isBusy}
              className="self-start"
              onClick={() => void book(seen)}
            >
              Book
            </SettlingButton>
          )}
          <StatementLines lines={seen.statement.lines} />
        </section>
      )}
    </>
  );
}

function isWorthBooking({ booked, kept }: Statement): boolean {
  return booked + kept > 0;
}

function previewText({ lines, booked, kept, isKnown }: Statement): string {
  if (isKnown) {
    return 'This file was imported before. There is nothing to book.';
  }
  if (booked + kept === 0) {
    return 'This file has no new incoming payments. There is nothing to book.';
  }
  const keeps = kept === 0 ? '' : ` ${counted(kept, 'unmatched line')} will wait for a member.`;
  return `${booked} of ${counted(lines.length, 'line')} can be booked.${keeps} Nothing has changed yet.`;
}

function bookedText({ booked, kept, isKnown }: Statement): string {
  if (isKnown) {
    return 'This file was imported before, so nothing was booked.';
  }
  const waiting = counted(kept, 'unmatched line waits', 'unmatched lines wait');
  const keeps = kept === 0 ? '' : ` ${waiting} for a member.`;
  return `${counted(booked, 'line is', 'lines are')} booked.${keeps}`;
}
