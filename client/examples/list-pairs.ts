/**
 * Lists the pairs of a CSV file (`name,size,price` on each line), and reports what becomes of them until it is stopped:
 *
 *   PERKEX_KEY=pkx_live_… node client/dist/examples/list-pairs.js https://your.market pairs.csv
 *
 * It may be stopped and started at any time, also with more lines: the id of an ask is derived from its line, so a pair
 * is listed once.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Perkex } from '../src/perkex.js';
import { PerkexProblem } from '../src/problem.js';

interface Pair {
  readonly id: string;
  readonly name: string;
  readonly size: string;
  readonly price: number;
}

/** Lists all pairs, and then follows the drop copy from the moment before. */
export async function listPairs(
  perkex: Perkex,
  csv: string,
  report: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { last } = await perkex.call('userEvents', { query: { limit: '1' } });
  const pairs = new Map(pairsIn(csv).map((pair) => [pair.id, pair]));
  for (const { id, name, size, price } of pairs.values()) {
    try {
      report((await perkex.place('ask', { id, name, size, price })).text);
    } catch (error) {
      if (!(error instanceof PerkexProblem)) {
        throw error;
      }
      report(`${name}, size ${size}, is not listed: ${error.message}`);
    }
  }
  const sold = new Map<string, string>();
  for await (const event of perkex.events({ after: last, ...(signal && { signal }) })) {
    if (event.kind === 'order') {
      const pair = pairs.get(event.order);
      if (pair && event.status === 'traded') {
        sold.set(`${event.productId}/${event.size}`, `${pair.name}, size ${pair.size}`);
      } else if (pair && event.status !== 'open') {
        report(`${pair.name}, size ${pair.size}: the ask is ${event.status}.`);
      }
    } else if (event.kind === 'trade' && event.side === 'ask') {
      const name = sold.get(`${event.productId}/${event.size}`) ?? 'A pair';
      sold.set(event.trade, name);
      report(`${name}: sold for ${event.price}$.`);
    } else if (event.kind === 'deal' && event.event === 'payment-held' && event.state === 'paid') {
      report(`${sold.get(event.deal) ?? 'A pair'}: paid. Please ship it, deal ${event.deal}.`);
    }
  }
}

function pairsIn(csv: string): Pair[] {
  const lines = csv.split(/\r?\n/).filter((line) => line.trim() !== '');
  const counts = new Map<string, number>();
  return lines.map((line) => {
    // Equal lines are pairs of their own. Where a line is in the file makes no difference, so the file can be edited.
    const count = counts.get(line) ?? 0;
    counts.set(line, count + 1);
    const [price, size = '', ...name] = line.split(',').reverse();
    const hex = createHash('sha256').update(`${count} ${line}`).digest('hex');
    const id = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
    return { id, name: name.reverse().join(',').trim(), size: size.trim(), price: Number(price) };
  });
}

const [, program = '', url = '', file = ''] = process.argv;
if (import.meta.url === pathToFileURL(program).href) {
  const perkex = new Perkex({ url, key: process.env.PERKEX_KEY ?? '' });
  await listPairs(perkex, await readFile(file, 'utf8'), (line) => process.stdout.write(`${line}\n`));
}
