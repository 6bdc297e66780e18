import { newDataFolder } from '../market/data-folder.js';
import { Child } from '../processes/child.js';
import { percentile } from '../report/percentile.js';
import { RunningServer } from '../servers/running-server.js';
import { Browser } from './browser.js';
import { type Outcome, outcomeOf } from './outcome.js';
import { Owner, type Step } from './owner.js';
import type { Siege, Tally } from './strangers.js';

/** The number of the owner's address, apart from those of the strangers. */
const OWNER = 2_250;
/** For the accounts before the attack and the last answers after it. */
const STRANGERS_TIMEOUT_MS = 180_000;
/** The share of the time before the attack, for comparison. */
const PEACE_SHARE = 0.2;

type SiegeSize = Omit<Siege, 'url' | 'ownerEmail'>;

export const FULL: SiegeSize = {
  seconds: 120,
  guessers: 80,
  readers: 20,
  searchers: 12,
  traders: 8,
  packers: 20,
  dawdlers: 20,
};

/** A small version, with which a test checks that it still works. */
export const SMALL: SiegeSize = {
  seconds: 6,
  guessers: 80,
  readers: 3,
  searchers: 2,
  traders: 2,
  packers: 3,
  dawdlers: 3,
};

/** Runs an owner next to strangers who attack in every way at once, with the limits of a real server enabled. */
export async function besiege(size: SiegeSize, print: (line: string) => void): Promise<Outcome> {
  const dataDir = await newDataFolder('siege', 'demonstration market');
  const server = await RunningServer.start(dataDir, { RATE_LIMITS: 'on' });
  try {
    const browser = new Browser(server.url, OWNER);
    const owner = new Owner(browser, 'owner@shop.example');
    await owner.moveIn();
    const peaceEndMs = performance.now() + size.seconds * PEACE_SHARE * 1_000;
    await owner.liveUntil(() => performance.now() > peaceEndMs);
    print('In peace');
    printSteps(owner.steps, print);
    owner.steps.length = 0;

    let isOver = false;
    const living = owner.liveUntil(() => isOver);
    const tally = await sendStrangers({ ...size, url: server.url, ownerEmail: owner.email });
    isOver = true;
    await living;
    browser.close();
    const outcome = outcomeOf([...owner.steps], tally);
    print(`While strangers attack, ${size.seconds} s`);
    printSteps(outcome.steps, print);
    for (const { what, status, text } of outcome.refused.slice(0, 10)) {
      print(`  refused: ${what} ${status} ${text}`);
    }
    print('What the strangers got');
    for (const [what, counts] of Object.entries(tally)) {
      const parts = Object.entries(counts).map(([status, count]) => `${count} × ${status}`);
      print(`  ${what.padEnd(18)} ${parts.join(', ')}`);
    }
    return outcome;
  } finally {
    await server.remove();
  }
}

async function sendStrangers(siege: Siege): Promise<Tally> {
  const strangers = Child.start('siege/strangers-main.js');
  try {
    return await strangers.ask<Tally>(siege, siege.seconds * 1_000 + STRANGERS_TIMEOUT_MS);
  } finally {
    await strangers.close();
  }
}

function printSteps(steps: readonly Step[], print: (line: string) => void): void {
  const kinds = [...new Set(steps.map(({ what }) => what))];
  for (const what of [...kinds, 'everything']) {
    const ofKind = steps.filter((step) => what === 'everything' || step.what === what);
    const waits = ofKind.map(({ tookMs }) => tookMs);
    const at = (share: number) => percentile(waits, share).toFixed(0);
    const refused = ofKind.filter(({ status }) => status !== 200).length;
    print(
      `  ${what.padEnd(14)} ${String(ofKind.length).padStart(5)} asked, ${refused} refused, ` +
        `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
    );
  }
}
