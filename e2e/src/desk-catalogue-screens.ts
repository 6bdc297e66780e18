import type { CallAnswer } from '@perkex/contract/calls.js';
import type { Desk } from '@perkex/contract/desk.js';
import type { DeskPicture, DeskProduct, ProductDraft } from '@perkex/contract/desk-catalogue.js';
import type { CatalogueImport, ImportPreview } from '@perkex/contract/desk-imports.js';
import { type Answers, answersWithin } from './answered-screens.js';
import { goTo } from './deal-screens.js';
import { readProduct, type Screen } from './order-screens.js';
import type { Person } from './person.js';

const IMPORT: CatalogueImport = {
  import: '019ac1a2-0000-7000-8000-000000000003',
  fileName: 'spring-2026.csv',
  created: 60,
  changed: 12,
  importedBy: 'bob',
  importedAt: '2026-11-26T18:00:00.000Z',
  undoneBy: null,
};
const NO_ROWS = { count: 0, rows: [] };
const PREVIEW: ImportPreview = {
  preview: 'a'.repeat(32),
  created: { count: 60, rows: [{ line: 4, name: 'Court High', sizes: ['8', '9', '10'] }] },
  changed: {
    count: 1,
    rows: [
      {
        line: 2,
        name: 'Air Jordan 4 Retro Bred Reimagined',
        changes: [
          { field: 'retail price', from: '210', to: '215' },
          { field: 'nickname', from: '', to: 'Bred Reimagined' },
        ],
        newSizes: ['13'],
      },
    ],
  },
  hidden: { count: 0, rows: [] },
  unchanged: 12,
  bad: NO_ROWS,
  ignoredColumns: ['Weight'],
};
const BAD_PREVIEW: ImportPreview = {
  ...PREVIEW,
  bad: {
    count: 500,
    rows: [
      { line: 3, errors: ['"cheap" is not a retail price (dollars such as 120 or 119.50, at most 1000000)'] },
      { line: 5, errors: ['"x" is not a shoe size', 'the size 9 is listed twice'] },
    ],
  },
};

const ALIASES = [
  { alias: 'aj1', meaning: 'air jordan 1' },
  { alias: 'foam runner', meaning: 'foam rnnr' },
];

function aliasPreviews(id: number, thumbnail: string): CallAnswer<'previewAlias'> {
  const found = { id, name: FIELDS.name, thumbnail, nickname: null, styleCode: null };
  return {
    now: { readAs: 'aj4', count: 0, isClose: false, products: [] },
    tried: {
      readAs: 'air jordan 4',
      count: 6,
      isClose: false,
      products: Array.from({ length: 6 }, (_, index) => ({ ...found, id: id + index })),
    },
  };
}

const DRAFT = '019ac1a2-0000-7000-8000-000000000001';
const CHANGES = DRAFT.replace(/1$/, '4');
const READY = DRAFT.replace(/1$/, '5');
const LAST_EDIT = { by: 'bob', at: '2026-11-26T18:00:00.000Z' };

const HIDING = { by: 'bob', at: '2026-11-26T18:00:00.000Z', mergedInto: null };
const FIELDS: DeskProduct['fields'] = {
  name: 'Air Jordan 4 Retro Bred Reimagined',
  brand: 'Jordan',
  model: 'Air Jordan 4',
  nickname: 'Bred Reimagined',
  colourway: 'Black/Cement Grey/Varsity Red',
  styleCode: 'FV5029-006',
  kind: 'men',
  sizes: '8 8.5 9 9.5 10',
  retailPrice: '215',
  releaseDate: '2024-02-17',
  tradesFrom: '',
  description: 'The colours of 1989, in leather.',
};

/** The pages of the catalogue for an admin, whose calls are answered here. */
export function deskCatalogueScreens(desk: Desk, productId: number): Screen[] {
  const ofCatalogue = (
    name: string,
    path: string,
    isShown: (person: Person) => Promise<unknown>,
  ): Screen => ({
    name,
    path: '/dashboard/profile',
    leavesTraces: name === 'desk-import-bad' || 'catalogue',
    async prepare(person) {
      const { thumbnail } = await readProduct(person, productId);
      const picture = (key: string): DeskPicture => ({
        key: key.repeat(32),
        source: `https://shop.example/${key}.jpg`,
        src: thumbnail,
        width: 640,
        height: 400,
        placeholder: 'data:,',
        failure: null,
      });
      const pictures = [
        picture('a'),
        picture('b'),
        { ...picture('c'), src: null, failure: 'its server answered 404' },
      ];
      const product: DeskProduct = {
        id: productId,
        version: '1'.repeat(32),
        fields: FIELDS,
        trades: true,
        thumbnail,
        pictures,
        lastEdit: LAST_EDIT,
        draft: { draft: DRAFT, lastEdit: LAST_EDIT },
        hidden: null,
      };
      const draft: ProductDraft = {
        draft: DRAFT,
        version: 3,
        fields: { ...FIELDS, retailPrice: 'x' },
        pictures: [],
        errors: [
          {
            field: 'retailPrice',
            error: '"x" is not a retail price (dollars such as 120 or 119.50, at most 1000000)',
          },
        ],
        preview: null,
        lastEdit: LAST_EDIT,
        productId: null,
        base: null,
      };
      const ready: ProductDraft = {
        ...draft,
        draft: READY,
        errors: [],
        preview: {
          ...FIELDS,
          id: 0,
          kind: 'men',
          retailPrice: 215,
          tradesFrom: null,
          thumbnail,
          sizes: FIELDS.sizes.split(' '),
          pictures: [{ src: thumbnail, width: 640, height: 400, placeholder: 'data:,' }],
          asks: [],
          bids: [],
          lastsales: [],
          oldersales: [],
        },
      };
      const changes: ProductDraft = {
        ...ready,
        draft: CHANGES,
        fields: { ...FIELDS, nickname: 'Bred', retailPrice: '220' },
        base: {
          product: productId,
          fields: { ...FIELDS, retailPrice: '210' },
          pictures: [],
          isCurrent: false,
          trades: true,
        },
      };
      const row = { draft: DRAFT, name: FIELDS.name, styleCode: FIELDS.styleCode, lastEdit: LAST_EDIT };
      const drafts = [
        { ...row, isOfPublished: true, thumbnail },
        { ...row, draft: DRAFT.replace(/1$/, '2'), name: '', isOfPublished: false, thumbnail: null },
      ];
      const preview = name === 'desk-import-bad' ? BAD_PREVIEW : PREVIEW;
      const answers: Answers = [
        [/^\/api\/desk$/, desk],
        [/^\/api\/desk\/filters/, { filters: [] }],
        [/^\/api\/desk\/catalogue\/aliases\?/, { count: ALIASES.length, aliases: ALIASES }],
        [/^\/api\/desk\/catalogue\/aliases\/preview/, aliasPreviews(productId, thumbnail)],
        [/^\/api\/desk\/catalogue\/imports$/, { imports: [IMPORT] }],
        [/^\/api\/desk\/catalogue\/imports\/preview$/, preview],
        [new RegExp(`^/api/desk/catalogue/products/${productId}$`), product],
        [
          new RegExp(`^/api/desk/catalogue/products/${productId + 1}$`),
          { ...product, id: productId + 1, hidden: HIDING },
        ],
        [/^\/api\/desk\/catalogue\/drafts$/, { drafts }],
        ...[draft, changes, ready].map(
          (answer) => [new RegExp(`^/api/desk/catalogue/drafts/${answer.draft}$`), answer] as const,
        ),
      ];
      await answersWithin(person, answers);
      await goTo(person, path);
      await isShown(person);
    },
  });
  const opensFile = async (person: Person) => {
    const buffer = Buffer.from('Name');
    const csv = { name: 'spring-2026.csv', mimeType: 'text/csv', buffer };
    await person.page.getByLabel('Catalogue file').setInputFiles(csv);
    await person.sees('Air Jordan 4 Retro Bred Reimagined');
  };
  const { name } = FIELDS;
  const list = (person: Person) =>
    person.page.getByRole('list', { name: 'Published products' }).getByRole('link').first().waitFor();
  return [
    ofCatalogue('desk-catalogue', '/desk/catalogue', list),
    ofCatalogue('desk-drafts', '/desk/catalogue?state=draft', (person) => person.sees(name)),
    ofCatalogue('desk-new-product', '/desk/catalogue/new', (person) => person.seesHeading('New product')),
    ofCatalogue('desk-aliases', '/desk/catalogue/aliases', async (person) => {
      await person.types('People type', 'aj4');
      await person.types('It means', 'air jordan 4');
      await person.sees('With this alias');
    }),
    ofCatalogue('desk-import', '/desk/catalogue/import', opensFile),
    ofCatalogue('desk-import-bad', '/desk/catalogue/import', opensFile),
    ofCatalogue('desk-product', `/desk/catalogue/products/${productId}`, (person) =>
      person.seesHeading(name),
    ),
    ofCatalogue('desk-product-hidden', `/desk/catalogue/products/${productId + 1}`, (person) =>
      person.sees('Show again'),
    ),
    ofCatalogue('desk-draft', `/desk/catalogue/drafts/${DRAFT}`, (person) => person.seesHeading(name)),
    ofCatalogue('desk-changes-outdated', `/desk/catalogue/drafts/${CHANGES}`, (person) =>
      person.seesHeading('bob has changed this product'),
    ),
    ofCatalogue('desk-preview', `/desk/catalogue/drafts/${READY}/preview`, (person) =>
      person.seesHeading(name),
    ),
  ];
}
