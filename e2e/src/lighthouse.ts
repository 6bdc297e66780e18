import { withDemoServer } from './demo-server.js';
import { auditPages, type Report } from './lighthouse-audit.js';

const PAGES = ['/', '/product/1', '/browse'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const RUNS = 3;

async function main(): Promise<void> {
  await withDemoServer(async (url) => {
    const addresses = PAGES.map((page) => `${url}${page}`);
    const reports = await auditPages(addresses, { categories: CATEGORIES, runs: RUNS });
    for (const [address, ofPage] of reports) {
      print(address.slice(url.length), ofPage);
    }
  });
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

/** The audits that cost points outside of performance, where the full score is required. */
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
