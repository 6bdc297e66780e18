import { looksLikeIban } from '@perkex/core/bank/bank-account.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import { CURRENCY } from '../payment-provider.js';
import type { MarketAccount } from '../payment-settings.js';
import { entryName } from './entry-name.js';
import { entryText } from './entry-text.js';
import type { ListEntry } from './remittance-rows.js';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
/** `Max140Text`, of which many banks keep half. */
const MAX_NAME_LENGTH = 140;

/** A list of outgoing money. `createdAt` is an ISO time in UTC, without fractions and zone. */
export interface PayoutList {
  readonly number: number;
  readonly createdAt: string;
  readonly entries: readonly ListEntry[];
}

type Content = string | readonly string[];

/**
 * A list as a payment order in pain.001.001.09. The same list gives the same text, so the bank notices an order that is
 * sent twice.
 */
export function pain001Of({ number, createdAt, entries }: PayoutList, account: MarketAccount): string {
  const sum = decimal(entries.reduce((cents, { amountCents }) => cents + amountCents, 0));
  const [day = ''] = createdAt.split('T');
  const id = `PERKEX-LIST-${number}`;
  const totals = [tag('NbOfTxs', String(entries.length)), tag('CtrlSum', sum)];
  const header = tag('GrpHdr', [
    tag('MsgId', id),
    tag('CreDtTm', createdAt),
    ...totals,
    tag('InitgPty', [name(account.holder)]),
  ]);
  const payment = tag('PmtInf', [
    tag('PmtInfId', id),
    tag('PmtMtd', 'TRF'),
    ...totals,
    tag('ReqdExctnDt', [tag('Dt', day)]),
    tag('Dbtr', [name(account.holder)]),
    tag('DbtrAcct', [accountId(account.account)]),
    tag('DbtrAgt', [agent(account.bankCode)]),
    tag('ChrgBr', 'SHAR'),
    ...entries.map(transfer),
  ]);
  const order = tag('CstmrCdtTrfInitn', [header, payment]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${order}</Document>\n`;
}

function transfer(entry: ListEntry): string {
  const { amountCents, account, holder, bankCode } = entry;
  return tag('CdtTrfTxInf', [
    tag('PmtId', [tag('EndToEndId', entryName(entry))]),
    tag('Amt', [`<InstdAmt Ccy="${CURRENCY.toUpperCase()}">${decimal(amountCents)}</InstdAmt>`]),
    ...(bankCode === null ? [] : [tag('CdtrAgt', [agent(bankCode)])]),
    tag('Cdtr', [name(holder)]),
    tag('CdtrAcct', [accountId(account)]),
    tag('RmtInf', [tag('Ustrd', escaped(entryText(entry)))]),
  ]);
}

function name(holder: string): string {
  return tag('Nm', escaped(holder.slice(0, MAX_NAME_LENGTH)));
}

function accountId(account: string): string {
  const id = looksLikeIban(account) ? tag('IBAN', account) : tag('Othr', [tag('Id', account)]);
  return tag('Id', [id]);
}

/** A bank by its BIC or routing number. Without one, the standard requires a text that says so. */
function agent(bankCode: string | null): string {
  if (bankCode === null) {
    return tag('FinInstnId', [tag('Othr', [tag('Id', 'NOTPROVIDED')])]);
  }
  const isRouting = /^\d{9}$/.test(bankCode);
  return tag('FinInstnId', [
    isRouting
      ? tag('ClrSysMmbId', [tag('ClrSysId', [tag('Cd', 'USABA')]), tag('MmbId', bankCode)])
      : tag('BICFI', bankCode),
  ]);
}

function tag(element: string, content: Content): string {
  return `<${element}>${typeof content === 'string' ? content : content.join('')}</${element}>`;
}

/** All other characters than those of XML 1.0, which has no way to write them. */
const NOT_OF_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Earlier names and those of statements may have any character, and a cut may leave half of one. */
function escaped(text: string): string {
  return text.replaceAll(NOT_OF_XML, '').replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function decimal(cents: number): string {
  return (cents / CENTS_PER_DOLLAR).toFixed(2);
}
