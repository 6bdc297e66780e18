import { describe, expect, it } from 'vitest';
import {
  openPasswordSemaphore,
  type PasswordSemaphore,
  SemaphoreFullError,
  type Visitor,
} from './password-semaphore.js';

const stranger = (address: string, account = `of ${address}`): Visitor => ({
  isKnown: false,
  address,
  account,
});
const known = (address: string, account = `of ${address}`): Visitor => ({ isKnown: true, address, account });

/** A semaphore that is busy until it opens, with a log of the order in which visitors got a slot. */
function busySemaphore() {
  const semaphore = openPasswordSemaphore();
  const turns: string[] = [];
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  const come = (visitor: Visitor, name = visitor.address) =>
    semaphore.run(visitor, async () => {
      await isOpen;
      turns.push(name);
    });
  const inside = [come(stranger('inside 1')), come(stranger('inside 2'))];
  return {
    come,
    /** Opens the semaphore, and returns the order in which these waiting visitors got a slot. */
    async turnsOf(...waiting: Promise<void>[]): Promise<string[]> {
      open();
      await Promise.all([...inside, ...waiting]);
      return turns.slice(inside.length);
    },
  };
}

const outcomes = (visits: readonly Promise<void>[]) =>
  Promise.all(
    visits.map((visit) =>
      visit.then(
        () => 'in',
        (error) => (error instanceof SemaphoreFullError ? 'refused' : 'failed'),
      ),
    ),
  );

describe('the password semaphore', () => {
  it('runs two tasks at a time, and the others in order of arrival', async () => {
    const { come, turnsOf } = busySemaphore();
    expect(await turnsOf(come(stranger('a')), come(stranger('b')), come(stranger('c')))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('passes on the result or the error of a task, and goes on', async () => {
    const semaphore: PasswordSemaphore = openPasswordSemaphore();
    const failing = Array.from({ length: 5 }, () =>
      semaphore.run(stranger('a'), async () => Promise.reject(new Error('no'))),
    );
    for (const failure of failing) {
      await expect(failure).rejects.toThrow('no');
    }
    expect(await semaphore.run(stranger('a'), async () => 'yes')).toBe('yes');
  });

  it('serves recognised browsers first, and a stranger in every fourth slot', async () => {
    const { come, turnsOf } = busySemaphore();
    const strangers = ['s1', 's2', 's3'].map((address) => come(stranger(address)));
    const knowns = ['k1', 'k2', 'k3', 'k4', 'k5'].map((address) => come(known(address)));
    const turns = await turnsOf(...strangers, ...knowns);
    expect(turns).toEqual(['k1', 'k2', 'k3', 's1', 'k4', 'k5', 's2', 's3']);
  });

  it('alternates between addresses, however many attempts each has', async () => {
    const { come, turnsOf } = busySemaphore();
    const many = Array.from({ length: 3 }, (_, turn) => come(stranger('many', `e-mail ${turn}`)));
    const turns = await turnsOf(...many, come(stranger('one')), come(stranger('other')));
    expect(turns).toEqual(['many', 'one', 'other', 'many', 'many']);
  });

  it('alternates between accounts, however many addresses try each', async () => {
    const { come, turnsOf } = busySemaphore();
    const attack = ['a1', 'a2', 'a3'].map((address) => come(stranger(address, 'victim')));
    const turns = await turnsOf(...attack, come(stranger('owner', 'another')));
    expect(turns).toEqual(['a1', 'owner', 'a2', 'a3']);
  });

  it('serves a newcomer before an address that has just had a slot', async () => {
    const { come, turnsOf } = busySemaphore();
    const turns = await turnsOf(come(stranger('inside 1', 'another')), come(stranger('new')));
    expect(turns).toEqual(['new', 'inside 1']);
  });

  it('refuses the heaviest user when the queue is full, not the last to arrive', async () => {
    const { come, turnsOf } = busySemaphore();
    const attack = Array.from({ length: 64 }, (_, turn) => come(stranger(`a${turn % 32}`, `e-mail ${turn}`)));
    const ends = outcomes(attack);
    const owner = come(stranger('owner'));
    const turns = await turnsOf(owner);
    expect(turns.indexOf('owner')).toBe(32);
    expect((await ends).filter((end) => end === 'refused')).toHaveLength(1);
    expect((await ends).at(-1)).toBe('refused');
  });

  it('admits a recognised browser while the queue of strangers is full', async () => {
    const { come, turnsOf } = busySemaphore();
    const ends = outcomes(Array.from({ length: 80 }, (_, turn) => come(stranger(`a${turn}`))));
    const turns = await turnsOf(come(known('owner')));
    expect(turns[0]).toBe('owner');
    expect((await ends).filter((end) => end === 'refused')).toHaveLength(80 - 64);
  });
});
