import type { CallName } from '@perkex/contract/call-addresses.js';
import type { CallProblem, CallRequest } from '@perkex/contract/calls.js';
import { MAX_STATEMENT_BYTES } from '@perkex/contract/desk-money.js';
import { bodyBytesWithFile } from '@perkex/contract/fields.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { isoTime } from '../../clock/iso-time.js';
import type { Transaction } from '../../database/transaction.js';
import type { DealSteps } from '../../deals/take-step.js';
import { answerCall, type CallHandler } from '../../http/calls.js';
import { CSV_TYPE } from '../../http/csv-answer.js';
import { hourlyLimits } from '../../http/limit-users.js';
import type { Refusal } from '../../http/problems.js';
import { changesByMembers, largeBodiesOf, memberOf } from '../../http/require-member.js';
import { csvOfList } from '../../payments/bank/list-csv.js';
import { readListRow } from '../../payments/bank/list-rows.js';
import { pain001Of } from '../../payments/bank/pain001.js';
import { readListEntries } from '../../payments/bank/remittance-rows.js';
import type { PaymentSetupSources } from '../../payments/opening/payment-setup-sources.js';
import type { MarketAccount } from '../../payments/payment-settings.js';
import type { Identity } from '../../users/identity.js';
import { UNKNOWN_CODE } from '../change-deals.js';
import { findDeskDeal } from '../read-desk-deal.js';
import { bookBankLine, findReference, readBankLines, returnBankLine } from './bank-lines.js';
import { decideSeenList, proposeList, reportSeenList } from './change-lists.js';
import { correctBankLine, readLinesOfDeal } from './correct-lines.js';
import { hasOwnDeal, readPayoutList, readPayoutLists, readWaitingPayouts } from './payout-lists.js';
import { readDeskMoney, readMoneyDeals } from './read-desk-money.js';
import { bookStatement, previewStatement, readSentStatement } from './statements.js';

const ACTS_PER_HOUR = 600;
/** Each reads a whole file. */
const STATEMENTS_PER_HOUR = 120;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn' | 'memberLogin'>;
  /** Null without payments. */
  readonly setup: PaymentSetupSources | null;
  readonly steps: DealSteps;
  readonly releaseAboveCents: number;
  readonly rateLimits: boolean;
}

const NO_BANK = { refused: 'no-bank-transfer' } as const;
const UNKNOWN_LIST = { refused: 'unknown-list' } as const;

/** The calls that a market without bank transfers refuses. */
type BankCall = {
  [Name in CallName]: 'no-bank-transfer' extends CallProblem<Name> ? Name : never;
}[CallName];

type BankHandler<Name extends BankCall> = (
  parts: CallRequest<Name> & { readonly account: MarketAccount },
  ...rest: [FastifyRequest, FastifyReply]
) => ReturnType<CallHandler<Name>>;

/** Returns a function that answers a call with the market's account, or refuses it if there is none. */
function bankCalls(app: FastifyInstance, account: MarketAccount | null) {
  return <Name extends BankCall>(
    name: Name,
    handler: BankHandler<Name>,
    options?: Parameters<typeof answerCall>[3],
  ): void =>
    answerCall(
      app,
      name,
      async (parts, ...rest) => (account === null ? NO_BANK : handler({ ...parts, account }, ...rest)),
      options,
    );
}

/** Reads the lines of a statement of the market's account. */
async function readSent(content: string, { account }: MarketAccount) {
  const read = await readSentStatement(content, account);
  return typeof read === 'string' ? ({ refused: 'unreadable-statement', detail: read } as const) : read;
}

interface WantedFile {
  readonly account: MarketAccount;
  readonly list: number;
  readonly form: CallRequest<'payoutFile'>['query']['form'];
  /** The member who asks for it. */
  readonly userId: string;
}

/** Answers with the payments of a released list, for the bank. */
async function sendPayoutFile(
  pool: pg.Pool,
  reply: FastifyReply,
  { account, list, form, userId }: WantedFile,
) {
  const row = await readListRow(pool, list);
  if (row === null) {
    return UNKNOWN_LIST;
  }
  if (row.state !== 'released') {
    return { refused: 'list-unreleased' } as const;
  }
  const entries = await readListEntries(pool, row.number);
  if (await hasOwnDeal(pool, entries, userId)) {
    return { refused: 'own-deal' } as const;
  }
  const createdAt = isoTime(row.createdMs).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  const content = { number: row.number, createdAt, entries };
  const name = `list-${row.number}.${form === 'csv' ? 'csv' : 'xml'}`;
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(form === 'csv' ? CSV_TYPE : 'application/xml; charset=utf-8')
    .send(form === 'csv' ? csvOfList(content) : pain001Of(content, account));
}

/** The calls of members who handle money (after-the-trade.md, "The desk"). */
export function deskMoneyRoutes(
  app: FastifyInstance,
  { pool, identity, setup, steps, releaseAboveCents, rateLimits }: Options,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const limited = limitPerHour('acts at the desk', ACTS_PER_HOUR);
  const statement = {
    bodyLimit: bodyBytesWithFile(MAX_STATEMENT_BYTES),
    preParsing: largeBodiesOf('finance', identity, pool),
    ...limitPerHour('statements', STATEMENTS_PER_HOUR),
  };
  const change = changesByMembers(pool, identity);
  const answerBankCall = bankCalls(app, setup?.kind === 'bank' ? setup.account : null);

  /** Changes a list, and answers with it. */
  async function changeList<Refused extends Refusal>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (tx: Transaction) => Promise<number | Refused>,
  ) {
    const changed = await change(request, reply, work);
    if (typeof changed !== 'number') {
      return changed;
    }
    const list = await readPayoutList(pool, memberOf(request), changed);
    if (!list) {
      throw new Error(`The list ${changed} has disappeared.`);
    }
    return list;
  }

  answerCall(app, 'deskMoney', () => readDeskMoney(pool, setup?.provider.name ?? null));
  answerCall(app, 'deskMoneyDeals', ({ query: { queue, after } }, request) =>
    readMoneyDeals(pool, queue, after || undefined, memberOf(request)),
  );
  answerBankCall(
    'previewStatement',
    async ({ account, body }, request) => {
      const read = await readSent(body.content, account);
      return 'refused' in read ? read : previewStatement(pool, request, read);
    },
    statement,
  );
  answerBankCall(
    'bookStatement',
    async ({ account, body }, request, reply) => {
      const read = await readSent(body.content, account);
      return 'refused' in read ? read : change(request, reply, (tx) => bookStatement(tx, request, read));
    },
    statement,
  );
  answerBankCall('bankLines', ({ query: { after } }) => readBankLines(pool, after));
  answerBankCall(
    'bookBankLine',
    async ({ body }, request, reply) => {
      const reference = await findReference(pool, body.reference);
      return change(request, reply, (tx) => bookBankLine(tx, request, body, reference));
    },
    limited,
  );
  answerBankCall(
    'returnBankLine',
    ({ body }, request, reply) => change(request, reply, (tx) => returnBankLine(tx, request, body)),
    limited,
  );
  answerBankCall('bookedBankLines', async ({ params: { code } }) => {
    const key = await findDeskDeal(pool, code);
    return key ? { lines: await readLinesOfDeal(pool, key) } : UNKNOWN_CODE;
  });
  answerBankCall(
    'correctBankLine',
    ({ body }, request, reply) => change(request, reply, (tx) => correctBankLine(tx, request, body, steps)),
    limited,
  );
  answerBankCall('waitingPayouts', ({ query: { after } }, { userId }) =>
    readWaitingPayouts(pool, userId, after, releaseAboveCents),
  );
  answerBankCall(
    'proposePayouts',
    ({ body: { lastList } }, request, reply) =>
      changeList(request, reply, (tx) => proposeList(tx, request, lastList, releaseAboveCents)),
    limited,
  );
  answerBankCall('payoutLists', ({ query: { before } }) => readPayoutLists(pool, before));
  answerBankCall(
    'payoutList',
    async ({ params: { list }, query: { after } }, request) =>
      (await readPayoutList(pool, memberOf(request), Number(list), after)) ?? UNKNOWN_LIST,
  );
  answerBankCall('payoutFile', ({ account, params: { list }, query: { form } }, { userId }, reply) =>
    sendPayoutFile(pool, reply, { account, list: Number(list), form, userId }),
  );
  answerBankCall(
    'decidePayoutList',
    ({ body }, request, reply) => changeList(request, reply, (tx) => decideSeenList(tx, request, body)),
    limited,
  );
  answerBankCall(
    'reportPayouts',
    ({ body }, request, reply) => changeList(request, reply, (tx) => reportSeenList(tx, request, body)),
    limited,
  );
}
