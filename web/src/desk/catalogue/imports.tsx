import type { CallAnswer } from '@perkex/contract/calls.js';
import { counted } from '@perkex/core/counted.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { actOnCatalogue, type CatalogueImport, importsQuery } from '../../api/desk-catalogue.js';
import { Moment } from '../../deals/moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FaultText } from '../../ui/fault-text.js';
import { LoadingState } from '../../ui/loading-state.js';
import { useActs } from '../use-acts.js';

/** The imports of all admins, which can be undone. */
export function Imports() {
  const uid = useUserId();
  const { data, isError, refetch } = useQuery(importsQuery(uid));
  const { isBusy, fault, run } = useActs(actOnCatalogue);
  const [asked, setAsked] = useState<CatalogueImport | null>(null);
  const [news, setNews] = useState('');

  async function undo({ import: id }: CatalogueImport): Promise<void> {
    const done = await run(() => call('undoImport', { body: { uid, import: id } }));
    setAsked(null);
    if (done !== null) {
      setNews(undoneText(done));
    }
  }

  if (!data) {
    return <LoadingState isError={isError} refetch={refetch} failure="The imports could not be loaded." />;
  }
  return (
    <section aria-labelledby="imports" className="flex flex-col gap-3">
      <h2 id="imports" className="text-2xl">
        Imports
      </h2>
      <p role="status">{news}</p>
      <FaultText>{fault}</FaultText>
      {data.imports.length === 0 ? (
        <p>Nothing has been imported yet.</p>
      ) : (
        <ul aria-label="Imports, newest first" className="divide-y divide-line border-y border-line">
          {data.imports.map((one) => (
            <li key={one.import} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <ImportText one={one} />
              {one.undoneBy === null ? (
                <Button aria-label={`Undo ${one.fileName}`} onClick={() => setAsked(one)}>
                  Undo
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          title="Undo this import?"
          label="Undo"
          look="danger"
          isBusy={isBusy}
          onConfirm={() => undo(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            Its changed products get their earlier values again, and its new ones are hidden, except those
            that were edited since. New sizes stay, because they may hold orders.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function ImportText({ one }: { readonly one: CatalogueImport }) {
  const { fileName, created, changed, importedBy, importedAt, undoneBy } = one;
  return (
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{fileName}</p>
      <p className="text-sm">
        {created} new, {changed} changed
        {undoneBy === null ? '' : `. Undone by ${undoneBy}`}
      </p>
      <p className="text-sm text-muted">
        {importedBy}, <Moment at={importedAt} />
      </p>
    </div>
  );
}

function undoneText({ undone, hidden, left }: CallAnswer<'undoImport'>): string {
  const gone = hidden === 0 ? '' : ` ${counted(hidden, 'is', 'are')} hidden.`;
  const edited =
    left === 0
      ? ''
      : ` ${counted(left, 'was edited since and stays as it is', 'were edited since and stay as they are')}.`;
  return `${counted(undone, 'product has its', 'products have their')} earlier values again.${gone}${edited}`;
}
