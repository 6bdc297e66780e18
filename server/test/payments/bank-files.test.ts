import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { paymentReference } from '@perkex/core/bank/payment-reference.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLines } from '../../src/payments/bank/bank-file.js';
import { decodeXml } from '../../src/payments/bank/decode-xml.js';
import { pain001Of } from '../../src/payments/bank/pain001.js';
import { readBankCsv } from '../../src/payments/bank/read-bank-csv.js';
import { readCamt053 } from '../../src/payments/bank/read-camt053.js';
import { readXml } from '../../src/payments/bank/read-xml.js';
import type { ListEntry } from '../../src/payments/bank/remittance-rows.js';
import { createFolder } from '../cli-process.js';

const ACCOUNT = 'DE89370400440532013000';
const REFERENCE = paymentReference(42n);
const SCHEMA = fileURLToPath(new URL('pain001-subset.xsd', import.meta.url));

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;
if (!hasXmllint) {
  console.log('xmllint is not installed: pain.001 is not compared with its schema.');
}

let folder: Awaited<ReturnType<typeof createFolder>>;

beforeAll(async () => {
  folder = await createFolder();
});

afterAll(() => folder.remove());

describe('a strict reader of XML', () => {
  it('reads elements, attributes, text, CDATA and comments', () => {
    const root = readXml(
      '<?xml version="1.0"?>\n<!-- a - b -->\n<x:a xmlns:x="urn:a" b=\'1 &lt; 2\'>\n<b/>t&#65;&#x42;<![CDATA[<&]]></x:a>\n',
    );
    expect(root).toMatchObject({ name: 'a', namespace: 'urn:a', text: 'tAB<&', line: 3 });
    expect(root.attributes.get('b')).toBe('1 < 2');
    expect(root.children).toMatchObject([{ name: 'b', line: 4 }]);
  });

  it.each([
    [
      'a document type',
      '<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
      'Line 2: a document type',
    ],
    ['entities that grow', '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>', 'Line 1: a document type'],
    ['an unknown entity', '<a>\n&b;</a>', 'Line 2: the entity "&b;"'],
    ['an ampersand', '<a>\n\nA & B</a>', 'Line 3: the entity "&"'],
    ['a null character', '<a>&#0;</a>', 'the entity "&#0;"'],
    ['crossed elements', '<a><b></a></b>', 'the element "a" ends where it has not begun'],
    ['a file that was cut', '<a><b>', 'ends within the element "b"'],
    ['two elements at the top', '<a/><a/>', 'not exactly one element'],
    ['an end without a beginning', '<a/></a>', 'ends where it has not begun'],
    ['text only', 'hello', 'not exactly one element'],
    ['an open tag', '<a', 'this is no XML'],
    ['depth', '<a>'.repeat(50), 'nested more than 40 deep'],
  ])('refuses %s', (_what, source, message) => {
    expect(() => readXml(source)).toThrow(message);
  });

  it('refuses what would take long', () => {
    for (const source of [
      `<a${' b="c"'.repeat(200_000)}`,
      `<a>${'<!-'.repeat(200_000)}`,
      `<a ${' '.repeat(1_000_000)}`,
    ]) {
      expect(() => readXml(source)).toThrow();
    }
  });

  it('decodes the encodings of banks and refuses others', () => {
    const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>ü</a>`;
    expect(decodeXml(Buffer.from(`\ufeff${declared('UTF-8')}`))).toContain('ü');
    expect(decodeXml(Buffer.from(declared('ISO-8859-1'), 'latin1'))).toContain('ü');
    expect(() => decodeXml(Buffer.from(declared('UTF-8'), 'latin1'))).toThrow('not text in utf-8');
    expect(() => decodeXml(Buffer.from(declared('UTF-7')))).toThrow('the encoding utf-7 is not read');
    expect(decodeXml(Buffer.from('date,amount'))).toBeNull();
  });
});

interface Entry {
  readonly amount?: string;
  readonly currency?: string;
  readonly direction?: string;
  readonly status?: string;
  readonly ref?: string;
  readonly details?: string;
  readonly more?: string;
}

function entry({
  amount = '216.00',
  currency = 'USD',
  direction = 'CRDT',
  status = 'BOOK',
  ref = 'B-1',
  details = '',
  more = '',
}: Entry = {}): string {
  return `<Ntry>
  <Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${more}<Sts>${status}</Sts>
  <BookgDt><Dt>2026-11-26</Dt></BookgDt><AcctSvcrRef>${ref}</AcctSvcrRef>
  <NtryDtls>${details}</NtryDtls></Ntry>`;
}

function statement(version: string, ...entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr/><Stmt>
<Id>1</Id><Acct><Id><IBAN>${ACCOUNT}</IBAN></Id></Acct>
${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}

const read = (source: string) => checkLines(readCamt053(source, ACCOUNT));

describe('a statement in camt.053', () => {
  it('of version 2 has the payer, and a reference that the bank has cut', () => {
    const details = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
      <RltdPties><Dbtr><Nm>Bo &amp; Co</Nm></Dbtr><DbtrAcct><Id><IBAN>GB29NWBK60161331926819</IBAN></Id></DbtrAcct></RltdPties>
      <RmtInf><Ustrd>Shoes ${REFERENCE.slice(0, 9)}</Ustrd><Ustrd>${REFERENCE.slice(9)} thanks</Ustrd></RmtInf></TxDtls>`;
    expect(read(statement('02', entry({ details })))).toEqual([
      {
        row: expect.any(Number),
        id: expect.stringMatching(/^bank\/[\da-f]{64}$/),
        handId: expect.stringMatching(/^bank\/[\da-f]{64}$/),
        bookedOn: '2026-11-26',
        amountCents: 216_00,
        references: [REFERENCE],
        text: `Shoes ${REFERENCE} thanks NOTPROVIDED`,
        payerName: 'Bo & Co',
        payerAccount: 'GB29NWBK60161331926819',
      },
    ]);
  });

  it('of version 8 has a structured reference, and names one level deeper', () => {
    const details = `<TxDtls><Amt Ccy="USD">216.00</Amt><RltdPties><Dbtr><Pty><Nm>Bo</Nm></Pty></Dbtr>
      <DbtrAcct><Id><IBAN>GB29NWBK60161331926819</IBAN></Id></DbtrAcct></RltdPties>
      <RmtInf><Strd><CdtrRefInf><Ref>${REFERENCE}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
    const source = statement('08', entry({ details, status: '<Cd>BOOK</Cd>' }));
    expect(read(source)).toMatchObject([{ references: [REFERENCE], payerName: 'Bo' }]);
  });

  it('has a line for each transaction of a batch, whose ids stay the same', () => {
    const transaction = (amount: string, ref = '') =>
      `<TxDtls>${ref}<AmtDtls><TxAmt><Amt Ccy="USD">${amount}</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>${REFERENCE}</Ustrd></RmtInf></TxDtls>`;
    const batch = statement('02', entry({ details: transaction('200.00') + transaction('16.00') }));
    const lines = read(batch);
    expect(lines).toMatchObject([{ amountCents: 200_00 }, { amountCents: 16_00 }]);
    expect(read(batch)).toEqual(lines);
    expect(new Set(lines.map((line) => 'id' in line && line.id)).size).toBe(2);
    const wrong = statement('02', entry({ details: transaction('200.00') + transaction('17.00') }));
    expect(() => read(wrong)).toThrow('are not the amount of their entry');
    const without = statement('02', entry({ details: '<TxDtls/><TxDtls/>' }));
    expect(() => read(without)).toThrow('the amount is missing');
  });

  it('tells equal transactions of a batch apart whose bank repeats its own number', () => {
    const transaction = (amount: string) =>
      `<TxDtls><Refs><AcctSvcrRef>B-1</AcctSvcrRef></Refs><Amt Ccy="USD">${amount}</Amt></TxDtls>`;
    const idsOf = (...amounts: string[]) =>
      read(statement('02', entry({ details: amounts.map(transaction).join('') }))).map(
        (line) => 'id' in line && line.id,
      );
    const ids = idsOf('72.00', '72.00', '72.00');
    expect(new Set(ids).size).toBe(3);
    expect(idsOf('72.00', '72.00', '72.00')).toEqual(ids);
    const [alone] = idsOf('72.00', '144.00');
    expect(alone).toBe(ids[0]);
  });

  it('has lines that are not booked: outgoing, not there yet, come back, another currency', () => {
    const lines = read(
      statement(
        '02',
        entry({ direction: 'DBIT' }),
        entry({ status: 'PDNG' }),
        entry({ more: '<RvslInd>true</RvslInd>' }),
        entry({ currency: 'EUR' }),
      ),
    );
    expect(lines.map((line) => 'reason' in line && line.reason)).toEqual([
      'outgoing',
      'not booked at the bank yet',
      'came back: see "bank returned"',
      'refused: the currency is EUR, and this market has USD',
    ]);
  });

  it('has one line for an entry that is not booked, whatever its details are', () => {
    const own = '<TxDtls><Refs><EndToEndId>PERKEX-3-1</EndToEndId></Refs></TxDtls><TxDtls/>';
    const charged = '<TxDtls><Amt Ccy="USD">200.00</Amt></TxDtls><TxDtls><Amt Ccy="USD">15.00</Amt></TxDtls>';
    const noDay = (each: string) => each.replace(/<BookgDt>.*<\/BookgDt>/, '');
    const lines = read(
      statement(
        '02',
        noDay(entry({ status: 'PDNG' })),
        noDay(entry({ status: 'INFO', direction: 'DBIT' })),
        entry({ direction: 'DBIT', details: own }),
        entry({ direction: 'DBIT', details: charged }),
        entry({ more: '<RvslInd>true</RvslInd>', details: own }),
        entry(),
      ),
    );
    expect(lines.map((line) => ('reason' in line ? line.reason : line.amountCents))).toEqual([
      'not booked at the bank yet',
      'outgoing',
      'outgoing',
      'outgoing',
      'came back: see "bank returned"',
      216_00,
    ]);
    expect(lines[2]).toMatchObject({ amountText: '216.00 USD' });
  });

  it('distinguishes a payment that the bank has taken back from outgoing money', () => {
    const more = '<RvslInd>true</RvslInd>';
    const part = `<TxDtls><RmtInf><Ustrd>${REFERENCE}</Ustrd></RmtInf></TxDtls>`;
    expect(
      read(
        statement(
          '02',
          entry({ direction: 'DBIT', more, details: part + part }),
          entry({ direction: 'DBIT', more, status: 'PDNG', details: part }),
          entry({ direction: 'DBIT', more: '<RvslInd>false</RvslInd>', details: part }),
        ),
      ),
    ).toMatchObject([
      { reason: 'taken back by the bank', takenBack: [REFERENCE] },
      { reason: 'not booked at the bank yet', takenBack: null },
      { reason: 'outgoing', takenBack: null },
    ]);
  });

  it('tells equal lines without a number of the bank apart', () => {
    const equal = entry({ ref: 'NONREF' });
    const [one, two] = read(statement('02', equal, equal));
    expect(one).not.toEqual({ ...two, row: one?.row });
    expect(read(statement('02', equal))).toEqual([one]);
  });

  it.each([
    [
      'another document',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"/>',
      'not a statement in camt.053',
    ],
    ['no namespace', '<Document/>', 'not a statement in camt.053'],
    ['no statement', statement('02').replace(/<Stmt>.*<\/Stmt>/s, ''), 'no statement (Stmt)'],
    [
      'another account',
      statement('02').replace(ACCOUNT, 'GB29NWBK60161331926819'),
      'Line 2: this is a statement of the account',
    ],
    ['no direction', statement('02', entry({ direction: '' })), 'Line 4: the entry is neither incoming'],
    ['a broken amount', statement('02', entry({ amount: '1e3' })), 'Line 5: the amount'],
    [
      'no date',
      statement('02', entry()).replace('2026-11-26', '26.11.2026'),
      'Line 4: the entry has no booking date',
    ],
    ['a document type', `<!DOCTYPE x>${statement('02')}`, 'Line 1: a document type'],
  ])('with %s is refused', (_what, source, message) => {
    expect(() => read(source)).toThrow(message);
  });
});

describe('a CSV file of the bank', () => {
  const readCsvText = async (text: string) =>
    checkLines(await readBankCsv(await folder.write('bank.csv', text)));

  it('has incoming and outgoing lines', async () => {
    const lines = await readCsvText(
      `date,amount,currency,reference,name,account,id\n2026-11-26,+216.5,USD,${REFERENCE},Bo\u0000\u0001B,GB29 NWBK 6016 1331 9268 19,7\n2026-11-26,-3,USD,fee,,,8\n2026-11-26,3,EUR,x,,,9\n`,
    );
    expect(lines).toMatchObject([
      {
        row: 2,
        amountCents: 216_50,
        references: [REFERENCE],
        payerName: 'Bo B',
        payerAccount: 'GB29NWBK60161331926819',
      },
      { row: 3, reason: 'outgoing' },
      { row: 4, reason: 'refused: the currency is EUR, and this market has USD' },
    ]);
  });

  it.each([
    ['without a column', 'date,amount\n2026-11-26,1\n', 'the header has no column "reference"'],
    ['with semicolons', 'date;amount;reference\n', 'Values are separated by commas'],
    [
      'with a German amount',
      'date,amount,reference\n2026-11-26,"1.234,56",x\n',
      'line 2: "1.234,56" is not an amount',
    ],
    [
      'with another date',
      'date,amount,reference\n2026-11-26,1,x\n26.11.2026,1,x\n',
      'line 3: "26.11.2026" is not a date',
    ],
    ['with a short row', 'date,amount,reference\n2026-11-26,1\n', 'line 2: it has 2 values'],
    ['that is empty', '', 'is empty'],
  ])('%s is refused', async (_what, text, message) => {
    await expect(readCsvText(text)).rejects.toThrow(message);
  });
});

describe('a list as pain.001', () => {
  const ENTRY: ListEntry = {
    id: '1/x/4/pay-out',
    productId: 12,
    dealId: '019ac1a2-5b1c-7d1e-8f3a-2b4c6d8e0f12',
    kind: 'pay-out',
    amountCents: 165_00,
    state: 'listed',
    list: 3,
    entry: 1,
    holder: 'Sam <& "Söns" \'Ltd\'',
    account: 'GB29NWBK60161331926819',
    bankCode: null,
    reason: null,
    lineId: null,
    changedBy: null,
  };
  const LIST = {
    number: 3,
    createdAt: '2026-11-26T10:00:00',
    entries: [
      ENTRY,
      { ...ENTRY, entry: 2, kind: 'refund', amountCents: 1, holder: 'x'.repeat(200) },
      { ...ENTRY, entry: 3, kind: 'return', account: '12345678', bankCode: '021000021' },
    ] as const,
  };
  const FROM = { holder: 'PerkeX & Club', account: ACCOUNT, bankCode: 'COBADEFF', bankName: null };

  it('has the number and the sum of its entries, and the same text each time', () => {
    const text = pain001Of(LIST, FROM);
    expect(text).toContain('<NbOfTxs>3</NbOfTxs><CtrlSum>330.01</CtrlSum>');
    expect(text).toContain('<EndToEndId>PERKEX-3-2</EndToEndId>');
    expect(text).toContain('<Nm>Sam &#60;&#38; "Söns" \'Ltd\'</Nm>');
    expect(pain001Of(LIST, FROM)).toBe(text);
  });

  it('leaves out what no XML can hold, also half of a character', () => {
    const holder = `\ufffe\uffff\u0000\u001f\ud800S\u{1f45f}am${'\u{1f45f}'.repeat(100)}`;
    const text = pain001Of({ ...LIST, entries: [{ ...ENTRY, holder }] }, FROM);
    expect(text).toMatch(/<Nm>S\u{1f45f}am(\u{1f45f})+<\/Nm>/u);
    expect(text.isWellFormed()).toBe(true);
    expect(readXml(text).name).toBe('Document');
  });

  it.skipIf(!hasXmllint).each([
    ['an IBAN', FROM],
    ['an IBAN alone', { ...FROM, bankCode: null }],
    ['an account number', { ...FROM, account: '12345678', bankCode: '021000021' }],
  ])('from %s is valid against the schema', (_what, from) => {
    const validate = (input: string) =>
      execFileSync('xmllint', ['--noout', '--nonet', '--schema', SCHEMA, '-'], { input, stdio: 'pipe' });
    const text = pain001Of(LIST, from);
    validate(text);
    expect(() => validate(text.replace('<ChrgBr>SHAR</ChrgBr>', ''))).not.toThrow();
    expect(() => validate(text.replace(/<PmtMtd>TRF<\/PmtMtd>/, ''))).toThrow();
  });
});
