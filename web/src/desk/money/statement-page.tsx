import { MAX_STATEMENT_BYTES } from '@perkex/contract/desk-money.js';
import { counted } from '@perkex/core/counted.js';
import { call } from '../../api/call.js';
import { actOnMoney, type Statement } from '../../api/desk-money.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { FileImport } from '../file-import.js';
import { MemberPage } from '../member-page.js';
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

function Import() {
  const uid = useUserId();
  return (
    <FileImport
      label="Bank statement"
      accept=".csv,.xml,text/csv,text/xml,application/xml"
      hint={`camt.053 or CSV, up to ${MAX_STATEMENT_BYTES / 1_000_000} MB. Choose it, or drop it here. Import one kind of file only.`}
      maxBytes={MAX_STATEMENT_BYTES}
      command="perkex bank import"
      actOn={actOnMoney}
      preview={(content) => call('previewStatement', { body: { uid, content } })}
      action="Book"
      isWorthImporting={({ booked, kept }) => booked + kept > 0}
      importFile={({ content }) => call('bookStatement', { body: { uid, content } })}
      report={(preview, done) => (done === null ? previewText(preview) : bookedText(done))}
    >
      {(preview, done) => <StatementLines lines={(done ?? preview).lines} />}
    </FileImport>
  );
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
