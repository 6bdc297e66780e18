import { MAX_CATALOGUE_BYTES, MAX_CATALOGUE_ROWS } from '@perkex/contract/desk-imports.js';
import { counted } from '@perkex/core/counted.js';
import { useRef, useState } from 'react';
import { call, RefusalError } from '../../api/call.js';
import { actOnCatalogue, type CatalogueImport, type ImportPreview } from '../../api/desk-catalogue.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { Button, SettlingButton } from '../../ui/button.js';
import { FileDrop } from '../../ui/file-drop.js';
import { Spinner } from '../../ui/states.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { useActs } from '../use-acts.js';
import { useFile } from '../use-file.js';
import { Imports } from './imports.js';
import { PreviewRows } from './preview-rows.js';

/** The import of a catalogue file: chosen, seen, and only then imported. */
export function ImportPage() {
  usePageTitle('Import products');
  return (
    <MemberPage audience="admin">
      <BackLink to={paths.deskCatalogue()}>Catalogue</BackLink>
      <h1 className="text-3xl md:text-4xl">Import products</h1>
      <Import />
      <Imports />
    </MemberPage>
  );
}

/** A file that the server has read. */
interface SeenFile {
  readonly name: string;
  /** In base64. */
  readonly content: string;
  readonly preview: ImportPreview;
  /** The id of its import, the same for each attempt. */
  readonly id: string;
  readonly done: CatalogueImport | null;
}

const MAX_FILE_NAME_LENGTH = 200;

function Import() {
  const uid = useUserId();
  const { isBusy, fault, error, run } = useActs(actOnCatalogue);
  const [seen, setSeen] = useState<SeenFile | null>(null);
  const { fault: wrongFile, read } = useFile({
    maxBytes: MAX_CATALOGUE_BYTES,
    command: 'perkex import-products',
  });
  const result = useRef<HTMLParagraphElement>(null);

  async function choose(file: File): Promise<void> {
    setSeen(null);
    const content = await read(file);
    if (content !== null) {
      await show(file.name, content);
    }
  }

  async function show(name: string, content: string): Promise<void> {
    const preview = await run(() => call('previewImport', { body: { uid, content } }));
    if (preview !== null) {
      setSeen({ name, content, preview, id: crypto.randomUUID(), done: null });
    }
  }

  async function importNow(file: SeenFile): Promise<void> {
    const { id, name, content, preview } = file;
    const fileName = name.slice(0, MAX_FILE_NAME_LENGTH);
    const body = { uid, import: id, fileName, content, preview: preview.preview };
    const done = await run(() => call('importProducts', { body }));
    if (done !== null) {
      setSeen({ ...file, done });
      result.current?.focus();
    }
  }

  const hasChanged = error instanceof RefusalError && error.code === 'catalogue-changed';
  const message = wrongFile ?? fault;
  return (
    <>
      <FileDrop
        label="Catalogue file"
        accept=".csv,text/csv"
        isBusy={isBusy}
        hint={
          <>
            CSV in UTF-8, up to {MAX_CATALOGUE_BYTES / 1_000_000} MB and {MAX_CATALOGUE_ROWS} rows. Its first
            line names the columns: Name, Brand, Retail Price, Release Date and Sizes; Style Code, Colourway,
            Model, Nickname, Kind, Description, Trades From and Pictures (https addresses) may follow. An
            empty value of these leaves what is known.
          </>
        }
        onChoose={([file]) => void choose(file)}
      >
        Choose a catalogue file
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
            {seen.done === null ? previewText(seen.preview) : doneText(seen.done, seen.preview)}
          </p>
          {hasChanged ? (
            <Button className="self-start" onClick={() => void show(seen.name, seen.content)}>
              Preview again
            </Button>
          ) : seen.done !== null || !isWorthImporting(seen.preview) ? null : (
            <SettlingButton
              look="strong"
              subject={seen.id}
              isPaused={isBusy}
              className="self-start"
              onClick={() => void importNow(seen)}
            >
              Import
            </SettlingButton>
          )}
          {seen.done === null ? <PreviewRows preview={seen.preview} /> : null}
        </section>
      )}
    </>
  );
}

function isWorthImporting({ created, changed, bad }: ImportPreview): boolean {
  return bad.count === 0 && created.count + changed.count > 0;
}

function previewText({ created, changed, unchanged, bad, ignoredColumns }: ImportPreview): string {
  const ignored =
    ignoredColumns.length === 0 ? '' : ` Columns that are not read: ${ignoredColumns.join(', ')}.`;
  if (bad.count > 0) {
    return `${counted(bad.count, 'row')} cannot be imported, so nothing can. Correct the file and choose it again.${ignored}`;
  }
  if (created.count + changed.count === 0) {
    return `This file changes nothing.${ignored}`;
  }
  const kept = unchanged === 0 ? '' : ` ${counted(unchanged, 'product stays', 'products stay')} as before.`;
  return `${counted(created.count, 'product')} would be new and ${changed.count} changed.${kept}${ignored} Nothing has changed yet.`;
}

function doneText({ created, changed }: CatalogueImport, { hidden }: ImportPreview): string {
  const except =
    hidden.count === 0
      ? ''
      : `, except ${counted(hidden.count, 'product that stays', 'products that stay')} hidden`;
  return `Imported: ${counted(created, 'product')} new, ${changed} changed. Visitors see them now${except}. Pictures of addresses follow as they are fetched.`;
}
