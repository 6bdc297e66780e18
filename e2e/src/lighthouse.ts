import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { withDemoServer } from './demo-server.js';

const PAGES = ['/', '/product/1'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** The machine is not quiet: the median of a few runs says more than one. */
const RUNS = 3;

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

async function main(): Promise<void> {
  const chrome = await launch({
    ...(process.env.BROWSER_PATH ? { chromePath: process.env.BROWSER_PATH } : {}),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    await withDemoServer(async (url) => {
      for (const page of PAGES) {
        print(page, await audit(`${url}${page}`, chrome.port));
      }
    });
  } finally {
    chrome.kill();
  }
}

async function audit(address: string, port: number): Promise<Report[]> {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(address, { port, onlyCategories: CATEGORIES, logLevel: 'error' });
    if (!result) {
      throw new Error(`Lighthouse gave no result for ${address}.`);
    }
    reports.push(result.lhr);
  }
  return reports;
}

function print(page: string, reports: readonly Report[]): void {
  console.log(`${page} (mobile, median of ${reports.length} runs)`);
  for (const category of CATEGORIES) {
    const scores = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
    console.log(`  ${category.padEnd(16)} ${median(scores)}  (${scores.join(', ')})`);
  }
  for (const id of [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
    'speed-index',
  ]) {
    console.log(`  ${id.padEnd(26)} ${reports.map(({ audits }) => audits[id]?.displayValue).join(', ')}`);
  }
  for (const complaint of complaintsOf(reports)) {
    console.log(`  below full: ${complaint}`);
  }
}

/** What costs points outside of performance, where every point is asked for. */
function complaintsOf(reports: readonly Report[]): string[] {
  const complaints = reports.flatMap(({ categories, audits }) =>
    CATEGORIES.slice(1)
      .flatMap((category) => categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.title}`),
  );
  return [...new Set(complaints)];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

await main();
