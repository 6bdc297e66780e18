import { MAX_CATALOGUE_BYTES, MAX_CATALOGUE_ROWS } from '@perkex/contract/desk-imports.js';
import { counted } from '@perkex/core/counted.js';
import { call } from '../../api/call.js';
import { actOnCatalogue, type CatalogueImport, type ImportPreview } from '../../api/desk-catalogue.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { FileImport } from '../file-import.js';
import { MemberPage } from '../member-page.js';
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

const MAX_FILE_NAME_LENGTH = 200;

function Import() {
  const uid = useUserId();
  return (
    <FileImport
      label="Catalogue file"
      accept=".csv,text/csv"
      hint={
        <>
          CSV in UTF-8, up to {MAX_CATALOGUE_BYTES / 1_000_000} MB and {MAX_CATALOGUE_ROWS} rows. Its first
          line names the columns: Name, Brand, Retail Price, Release Date and Sizes; Style Code, Colourway,
          Model, Nickname, Kind, Description, Trades From and Pictures (https addresses) may follow. An empty
          value of these leaves what is known.
        </>
      }
      maxBytes={MAX_CATALOGUE_BYTES}
      command="perkex import-products"
      actOn={actOnCatalogue}
      preview={(content) => call('previewImport', { body: { uid, content } })}
      action="Import"
      isWorthImporting={isWorthImporting}
      importFile={({ id, name, content, preview: { preview } }) => {
        const fileName = name.slice(0, MAX_FILE_NAME_LENGTH);
        return call('importProducts', { body: { uid, import: id, fileName, content, preview } });
      }}
      report={(preview, done) => (done === null ? previewText(preview) : doneText(done, preview))}
    >
      {(preview, done) => (done === null ? <PreviewRows preview={preview} /> : null)}
    </FileImport>
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
