import { isDay } from '@perkex/core/figures/days.js';
import { UserError } from '../../errors/user-error.js';
import { CAME_BACK, centsOf, handIdOf, MAX_LINES, type RawLine, TAKEN_BACK } from './bank-file.js';
import { readXml, type XmlElement } from './read-xml.js';

/** The versions that are read. Later ones nest names and states one level deeper. */
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.0[28]$/;
/** The texts of banks that have no reference. */
const NO_REFERENCE = /^(NONREF|NOTPROVIDED|)$/i;
const OWN_REFERENCE = ['Refs', 'AcctSvcrRef'] as const;

/**
 * Reads the lines of statements in camt.053.001.02 or .08. A batch of the bank has a line for each of its transactions.
 * @param account the market's own account; statements of another one are refused
 * @throws UserError with the line of the first entry that has another shape
 */
export function readCamt053(source: string, account: string): RawLine[] {
  const document = readXml(source);
  if (document.name !== 'Document' || !NAMESPACE.test(document.namespace ?? '')) {
    throw new UserError(
      `This is not a statement in camt.053.001.02 or .08, but "${document.namespace ?? document.name}".`,
    );
  }
  const statements = all(document, 'BkToCstmrStmt', 'Stmt');
  if (statements.length === 0) {
    throw new UserError('This file has no statement (Stmt).');
  }
  const lines = statements.flatMap((statement) => {
    checkAccount(statement, account);
    return all(statement, 'Ntry').flatMap((entry) => linesOfEntry(entry, account));
  });
  if (lines.length > MAX_LINES) {
    throw new UserError(`This file has more than ${MAX_LINES} lines. Split it into several files.`);
  }
  return lines;
}

function checkAccount(statement: XmlElement, account: string): void {
  const [id] = all(statement, 'Acct', 'Id');
  const found = id && (textOf(id, 'IBAN') || textOf(id, 'Othr', 'Id'));
  if (found?.replaceAll(/[\s-]/g, '').toUpperCase() !== account) {
    throw new UserError(
      `Line ${statement.line}: this is a statement of the account "${found ?? ''}", not of BANK_ACCOUNT.`,
    );
  }
}

function linesOfEntry(entry: XmlElement, account: string): RawLine[] {
  const transactions = all(entry, 'NtryDtls', 'TxDtls');
  const skipped = skippedOf(entry, entry);
  // A batch may have transactions in both directions.
  if (skipped !== null && transactions.every((transaction) => skippedOf(entry, transaction) !== null)) {
    return [skippedLine(entry, skipped, transactions)];
  }
  const total = amountOf(entry, all(entry, 'Amt')[0]);
  const isBatch = transactions.length > 1;
  const seen = new Set<string>();
  const parts = (transactions.length > 0 ? transactions : [entry]).map((transaction, index) => {
    const amount = isBatch ? amountOf(transaction, transactionAmount(transaction)) : total;
    const name = `${amount.value} ${textOf(transaction, ...OWN_REFERENCE)}`;
    const isRepeated = seen.has(name);
    seen.add(name);
    return { line: lineOf(entry, { transaction, index, isBatch, isRepeated, account }, amount), amount };
  });
  const sum = parts.reduce((cents, { amount }) => cents + (centsOf(amount.value) ?? Number.NaN), 0);
  if (isBatch && sum !== centsOf(total.value)) {
    throw new UserError(
      `Line ${entry.line}: the amounts of the transactions are not the amount of their entry.`,
    );
  }
  return parts.map(({ line }) => line);
}

/** An entry that is not booked, whose details need not be complete. */
function skippedLine(entry: XmlElement, skipped: string, transactions: readonly XmlElement[]): RawLine {
  const [amount] = all(entry, 'Amt');
  return {
    row: entry.line,
    bankId: null,
    handId: null,
    bookedOn: '',
    amount: amount?.text ?? '',
    currency: amount?.attributes.get('Ccy') ?? '',
    skipped,
    texts: (transactions.length > 0 ? transactions : [entry]).flatMap((each) => textsOf(entry, each)),
    payerName: '',
    payerAccount: '',
  };
}

interface Place {
  /** The entry itself, if it has no transactions. */
  readonly transaction: XmlElement;
  readonly index: number;
  readonly isBatch: boolean;
  /** True after a transaction of the entry with the same number and amount: banks repeat the number of the entry. */
  readonly isRepeated: boolean;
  readonly account: string;
}

function lineOf(
  entry: XmlElement,
  { transaction, index, isBatch, isRepeated, account }: Place,
  { value, currency }: Amount,
): RawLine {
  const own = textOf(transaction, ...OWN_REFERENCE);
  const entryRef = textOf(entry, 'AcctSvcrRef');
  const isOwn = !NO_REFERENCE.test(own);
  const isNumbered = isOwn ? isRepeated : isBatch;
  const number = isOwn ? own : entryRef;
  const bankRef = `${number}${isNumbered ? `/${index}` : ''}`;
  const hasRef = isOwn || !NO_REFERENCE.test(entryRef);
  return {
    row: transaction.line,
    bankId: hasRef ? ['camt', account, dayOf(entry), value, bankRef].join('/') : null,
    handId: hasRef ? handIdOf(number) : null,
    bookedOn: dayOf(entry),
    amount: value,
    currency,
    skipped: skippedOf(entry, transaction),
    texts: textsOf(entry, transaction),
    payerName:
      textOf(transaction, 'RltdPties', 'Dbtr', 'Nm') || textOf(transaction, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
    payerAccount: textOf(transaction, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN'),
  };
}

function textsOf(entry: XmlElement, transaction: XmlElement): string[] {
  return [
    ...all(transaction, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map(({ text }) => text),
    // Banks cut long texts into several of these, also within a reference.
    all(transaction, 'RmtInf', 'Ustrd')
      .map(({ text }) => text)
      .join(''),
    textOf(transaction, 'Refs', 'EndToEndId'),
    textOf(transaction, 'AddtlTxInf'),
    textOf(entry, 'AddtlNtryInf'),
  ].filter((text) => text !== '');
}

/** Only money that has arrived for good is booked. @returns the reason of any other; null if it has */
function skippedOf(entry: XmlElement, transaction: XmlElement): string | null {
  const direction = textOf(transaction, 'CdtDbtInd') || textOf(entry, 'CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') {
    throw new UserError(`Line ${entry.line}: the entry is neither incoming (CRDT) nor outgoing (DBIT).`);
  }
  const state = textOf(entry, 'Sts', 'Cd') || textOf(entry, 'Sts');
  const isReversal = /^(true|1)$/.test(textOf(entry, 'RvslInd'));
  if (direction === 'DBIT' && !isReversal) {
    return 'outgoing';
  }
  if (state !== 'BOOK') {
    return 'not booked at the bank yet';
  }
  if (!isReversal) {
    return null;
  }
  return direction === 'DBIT' ? TAKEN_BACK : CAME_BACK;
}

interface Amount {
  readonly value: string;
  readonly currency: string;
}

function transactionAmount(transaction: XmlElement): XmlElement | undefined {
  return all(transaction, 'Amt')[0] ?? all(transaction, 'AmtDtls', 'TxAmt', 'Amt')[0];
}

function amountOf({ line }: XmlElement, amount: XmlElement | undefined): Amount {
  const currency = amount?.attributes.get('Ccy') ?? '';
  if (!amount || centsOf(amount.text) === null || !/^[A-Z]{3}$/.test(currency)) {
    throw new UserError(
      `Line ${amount?.line ?? line}: the amount is missing, or is not an amount with a currency.`,
    );
  }
  return { value: amount.text, currency };
}

function dayOf(entry: XmlElement): string {
  const day = (textOf(entry, 'BookgDt', 'Dt') || textOf(entry, 'BookgDt', 'DtTm')).slice(0, 10);
  if (!isDay(day)) {
    throw new UserError(`Line ${entry.line}: the entry has no booking date.`);
  }
  return day;
}

/** The elements at a path, in their order. */
function all(parent: XmlElement, ...path: readonly string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [parent],
  );
}

/** The text of the first element at a path; empty without one. */
function textOf(parent: XmlElement, ...path: readonly string[]): string {
  return all(parent, ...path)[0]?.text ?? '';
}
