import type { CatalogueImport, ImportPreview } from '@perkex/contract/desk-imports.js';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ImportPage } from '../src/desk/catalogue/import-page.js';
import { found } from './support/desk-catalogue.js';
import { refusal } from './support/fake-server.js';
import { openDesk, startDesk } from './support/open-desk.js';
import { button, pass, SETTLED_MS, server } from './support/open-page.js';

const PREVIEW: ImportPreview = {
  preview: 'a'.repeat(32),
  created: { count: 60, rows: [{ line: 3, name: 'Court High', sizes: ['8', '9'] }] },
  changed: {
    count: 1,
    rows: [
      {
        line: 2,
        name: 'Air Runner Low',
        changes: [{ field: 'retail price', from: '', to: '120' }],
        newSizes: ['10'],
      },
    ],
  },
  hidden: { count: 0, rows: [] },
  unchanged: 2,
  bad: { count: 0, rows: [] },
  ignoredColumns: [],
};

const DONE: CatalogueImport = {
  import: '019ac1a2-0000-7000-8000-000000000001',
  fileName: 'spring.csv',
  created: 60,
  changed: 1,
  importedBy: 'bob',
  importedAt: '2026-11-26T18:00:00.000Z',
  undoneBy: null,
};

beforeEach(() => {
  startDesk('admin');
  server.answer('browse', found());
  server.answer('catalogueImports', { imports: [] });
});

const open = () => openDesk(ImportPage, '/desk/catalogue/import');
const file = (content = 'Name\n', name = 'spring.csv') => new File([content], name);

describe('a catalogue file', () => {
  it('is shown before it is imported, exactly as it was shown', async () => {
    server.answer('previewImport', PREVIEW);
    server.answer('importProducts', DONE);
    const { user } = open();
    await user.upload(await screen.findByLabelText('Catalogue file'), file());
    await screen.findByText(
      '60 products would be new and 1 changed. 2 products stay as before. Nothing has changed yet.',
    );
    const changed = within(screen.getByRole('region', { name: 'Changed products' }));
    changed.getByText('retail price: none → 120');
    changed.getByText('new sizes: 10');
    within(screen.getByRole('region', { name: 'New products' })).getByText(
      'These are the first 1; 59 more follow.',
    );
    await pass(SETTLED_MS);
    server.answer('catalogueImports', { imports: [DONE] });
    await user.click(button('Import'));
    await screen.findByText(/^Imported: 60 products new, 1 changed\./);
    await screen.findByText('60 new, 1 changed');
    expect(server.requestsOf('importProducts')[0]?.body).toEqual({
      uid: 'ada',
      import: expect.stringMatching(/^[\da-f-]{36}$/),
      fileName: 'spring.csv',
      content: btoa('Name\n'),
      preview: PREVIEW.preview,
    });
  });

  it('with bad rows cannot be imported, and says which', async () => {
    const bad = {
      count: 500,
      rows: [{ line: 2, errors: ['"x" is not a shoe size', 'the brand is too long'] }],
    };
    server.answer('previewImport', { ...PREVIEW, bad });
    const { user } = open();
    await user.upload(await screen.findByLabelText('Catalogue file'), file());
    await screen.findByText(/^500 rows cannot be imported, so nothing can\./);
    const rows = within(screen.getByRole('region', { name: 'Rows that cannot be imported' }));
    rows.getByText('Line 2');
    rows.getByText('"x" is not a shoe size');
    rows.getByText('These are the first 1; 499 more follow.');
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('that no longer does what was shown is not imported', async () => {
    server.answer('previewImport', PREVIEW);
    server.answer('importProducts', refusal('catalogue-changed'));
    const { user } = open();
    await user.upload(await screen.findByLabelText('Catalogue file'), file());
    await screen.findByRole('button', { name: 'Import' });
    await pass(SETTLED_MS);
    await user.click(button('Import'));
    await screen.findByText(/^The catalogue has changed since this preview\./);
    server.answer('previewImport', { ...PREVIEW, unchanged: 3 });
    await user.click(button('Preview again'));
    await screen.findByText(/3 products stay as before\./);
    button('Import');
  });

  it('names the products that stay hidden, which visitors do not see', async () => {
    const hidden = { count: 1, rows: [{ line: 4, name: 'Gone Runner' }] };
    server.answer('previewImport', { ...PREVIEW, hidden });
    server.answer('importProducts', DONE);
    const { user } = open();
    await user.upload(await screen.findByLabelText('Catalogue file'), file());
    within(await screen.findByRole('region', { name: 'Products that stay hidden' })).getByText('Gone Runner');
    await pass(SETTLED_MS);
    await user.click(button('Import'));
    await screen.findByText(/Visitors see them now, except 1 product that stays hidden\./);
  });

  it('that is too large says how to import it', async () => {
    const { user } = open();
    await user.upload(await screen.findByLabelText('Catalogue file'), file('x'.repeat(1_000_001)));
    await screen.findByText('spring.csv has more than 1 MB. Import it with "perkex import-products".');
  });
});

describe('an import', () => {
  it('is undone after a question', async () => {
    server.answer('catalogueImports', {
      imports: [DONE, { ...DONE, import: DONE.import.replace(/1$/, '2'), undoneBy: 'ann' }],
    });
    server.answer('undoImport', { undone: 3, hidden: 60, left: 1 });
    const { user } = open();
    await screen.findByText('60 new, 1 changed. Undone by ann');
    await user.click(button('Undo spring.csv'));
    await pass(SETTLED_MS);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo' }));
    await screen.findByText(
      '3 products have their earlier values again. 60 are hidden. 1 was edited since and stays as it is.',
    );
    expect(server.requestsOf('undoImport')[0]?.body).toEqual({ uid: 'ada', import: DONE.import });
  });
});
