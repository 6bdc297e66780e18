import type { StepDetails } from '@perkex/contract/deals.js';
import { CARRIERS, type Parcel, trackingNumberOf, wrongNumberText } from '@perkex/core/deals/carriers.js';
import { isFinal } from '@perkex/core/deals/deal.js';
import {
  DESK_STEPS,
  FINANCE_STEPS,
  isParcelStep,
  type MemberStep,
  PARCEL_STEPS,
  possibleMemberSteps,
} from '@perkex/core/deals/desk-steps.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import type { Command } from 'commander';
import { isoTime } from '../clock/iso-time.js';
import { databaseTime } from '../database/database-time.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { nameOfDeal } from '../deals/deal-key.js';
import { DEAL_NOTIFICATIONS, notificationJob } from '../deals/deal-notifications.js';
import type { StoredDeal } from '../deals/deal-row.js';
import { readStepDetails } from '../deals/party-step-rows.js';
import { readDeal } from '../deals/read-deal.js';
import { type MemberStepRequest, OLD_LABEL_TEXT, takeMemberStep } from '../deals/take-member-step.js';
import { UserError } from '../errors/user-error.js';
import { storeJobs } from '../jobs/store-jobs.js';
import { hasMembers } from '../users/members.js';
import { addCommand, type CommandContext, type OnDatabase, UsageError, wholeNumber } from './command.js';
import { dealArgument, type FindDeal } from './deal-argument.js';
import { userOfMember } from './member-argument.js';

interface Options {
  readonly by?: string;
  readonly cents?: number;
  readonly parcel?: string;
}

const STEPS: readonly MemberStep[] = [...DESK_STEPS, ...FINANCE_STEPS];
/** A member who has not given a verdict yet. */
const ANY_MEMBER = '';

export function addDeal(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'deal',
    usage: 'PRODUCT/TRADE|CODE [STEP --by MEMBER] [--cents N] [--parcel CARRIER:NUMBER]',
    summary: 'Show a deal, or take a step of the desk.',
    help:
      'Without a step, the state of the deal and the steps that are possible now, such as: npm run perkex -- deal ' +
      '12/019ac1a2-… receive --by ann. The code on a packing slip names its deal, too. Steps are recorded forever, with the name of the member. Those that begin with ' +
      '"parcel-" are reports of a carrier.',
  })
    .argument('<deal>')
    .argument('[step]')
    .option('--by <member>', 'the name of the member who takes the step')
    .option('--cents <n>', 'the amount of refund-part', wholeNumber('--cents'))
    .option(
      '--parcel <parcel>',
      'the parcel of send, return-pair or correct-parcel, such as ups:1Z999AA10123456784',
    )
    .action((name: string, type: string | undefined, options: Options) => {
      const find = dealArgument(name);
      return onDatabase(type === undefined ? showRun(find) : stepRun(find, stepOf(type, options)));
    });
}

type Run = (context: CommandContext) => Promise<number>;

type NamedStep = Pick<MemberStepRequest, 'type' | 'name' | 'refundCents' | 'parcel'>;

function stepOf(name: string, { by, cents, parcel }: Options): NamedStep {
  const type = STEPS.find((candidate) => candidate === name);
  if (!type) {
    throw new UsageError(`There is no step "${name}". The steps are ${STEPS.join(', ')}.`);
  }
  if ((cents !== undefined) !== (type === 'refund-part')) {
    throw new UsageError(
      cents === undefined
        ? 'Name the amount of refund-part: --cents N.'
        : '--cents belongs to refund-part only.',
    );
  }
  if (!by?.trim()) {
    throw new UsageError('Name the member who takes the step: --by MEMBER.');
  }
  return { type, name: by, refundCents: cents ?? 0, parcel: parcelOf(type, parcel) };
}

/** @throws UsageError unless exactly the steps that need a parcel name one */
function parcelOf(type: MemberStep, named: string | undefined): Parcel | null {
  if ((named !== undefined) !== isParcelStep(type)) {
    throw new UsageError(
      named === undefined
        ? `Name the parcel of ${type}: --parcel CARRIER:NUMBER.`
        : `--parcel belongs to ${PARCEL_STEPS.join(', ')} only.`,
    );
  }
  if (named === undefined) {
    return null;
  }
  const [name = '', text = ''] = named.split(/:(.*)/s);
  const carrier = CARRIERS.find((each) => each === name);
  if (!carrier) {
    throw new UsageError(`There is no carrier "${name}". The carriers are ${CARRIERS.join(', ')}.`);
  }
  const trackingNumber = trackingNumberOf(carrier, text);
  if (trackingNumber === null) {
    throw new UsageError(wrongNumberText(carrier));
  }
  return { carrier, trackingNumber };
}

function showRun(find: FindDeal): Run {
  return async ({ database: { pool }, config: { holidays }, output }) => {
    const key = await find(pool);
    const stored = await readDeal(pool, key);
    if (!stored) {
      output.error(`There is no ${nameOfDeal(key)}.`);
      return 1;
    }
    const moment = { nowMs: await databaseTime(pool), holidays };
    const details = await readStepDetails(pool, key);
    for (const line of [...linesOf(stored, moment), ...linesOfDetails(details)]) {
      output.line(line);
    }
    return 0;
  };
}

/** Servers make the calls of the step, and notify its parties. */
function stepRun(find: FindDeal, request: NamedStep): Run {
  return async ({ database: { pool }, config: { holidays }, output }) => {
    const key = await find(pool);
    const result = await transaction(pool, async (tx) => {
      const userId = await userOfName(tx, request);
      const moment = { nowMs: await databaseTime(tx), holidays };
      const step = { ...request, userId, role: null, requestId: null, seenVersion: null };
      const taken = await takeMemberStep(tx, key, step, moment);
      if (taken?.kind === 'stepped' && taken.orders.length > 0) {
        throw new Error(`The step ${request.type} has orders, which only a server can place.`);
      }
      const job = taken?.kind === 'stepped' ? notificationJob(key, taken) : null;
      if (job) {
        await storeJobs(tx, DEAL_NOTIFICATIONS, [job]);
      }
      return taken;
    });
    if (result?.kind === 'stepped') {
      output.line(
        `${request.type}: ${nameOfDeal(key)} is ${result.deal.state} (version ${result.deal.version}).`,
      );
      return 0;
    }
    if (result?.kind === 'own-deal') {
      throw new UserError(
        `${request.name} is the buyer or the seller of this deal. Another member decides about it.`,
      );
    }
    if (result?.kind === 'old-label') {
      throw new UserError(OLD_LABEL_TEXT);
    }
    output.error(
      result?.kind === 'refused'
        ? `Refused as ${result.code}: the deal is ${result.state}.`
        : `There is no ${nameOfDeal(key)}.`,
    );
    return 1;
  };
}

/** Members judge a pair with its checklist and photos, and without knowing each other's verdict. */
const AT_THE_DESK = 'Members give verdicts on a page of the desk (/desk), with the checklist and photos.';

/** @throws UserError for a name of no member who may take the step */
async function userOfName(tx: Transaction, { name, type }: NamedStep): Promise<string | null> {
  if ((type === 'pass' || type === 'fail') && (await hasMembers(tx))) {
    throw new UserError(AT_THE_DESK);
  }
  return userOfMember(tx, name, DESK_STEPS.some((each) => each === type) ? 'desk' : 'finance');
}

function linesOf({ key, deal }: StoredDeal, moment: Moment): string[] {
  const { state, version, payment, payout, parcelIn, parcelOut, choice, claim, penalty, dueAtMs } = deal;
  const possible = possibleMemberSteps(deal, STEPS, ANY_MEMBER, moment);
  return [
    `${nameOfDeal(key)} is ${state} (version ${version})`,
    `payment ${payment}, payout ${payout}, parcel to us ${parcelIn}, parcel from us ${parcelOut}`,
    `choice ${choice}, claim ${claim}, penalty ${penalty}`,
    dueAtMs === null ? 'no deadline' : `deadline ${isoTime(dueAtMs)}`,
    `possible steps: ${possible.join(', ') || 'none'}${isFinal(state) ? ' (it has ended)' : ''}`,
  ];
}

/** The details that parties added to their steps. The desk needs them to find a parcel and to decide. */
function linesOfDetails(details: ReadonlyMap<number, StepDetails>): string[] {
  return [...details].map(
    ([version, { carrier, trackingNumber, problem, reason }]) =>
      `version ${version}: ${[carrier, trackingNumber, problem, reason].filter((part) => part !== null).join(' ')}`,
  );
}
