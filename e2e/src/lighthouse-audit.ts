import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

export type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

export interface AuditOptions {
  readonly categories: readonly string[];
  /** The machine is not quiet: the median of a few runs says more than one. */
  readonly runs: number;
}

/** What Lighthouse says of pages on a phone: the reports of all runs, by address, in a browser of their own. */
export async function auditPages(
  addresses: readonly string[],
  { categories, runs }: AuditOptions,
): Promise<Map<string, Report[]>> {
  const chrome = await launch({
    ...(process.env.BROWSER_PATH ? { chromePath: process.env.BROWSER_PATH } : {}),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const reports = new Map<string, Report[]>();
    for (const address of addresses) {
      reports.set(address, await audit(address, chrome.port, categories, runs));
    }
    return reports;
  } finally {
    chrome.kill();
  }
}

async function audit(
  address: string,
  port: number,
  categories: readonly string[],
  runs: number,
): Promise<Report[]> {
  const reports: Report[] = [];
  for (let run = 0; reports.length < runs; run += 1) {
    const result = await lighthouse(address, { port, onlyCategories: [...categories], logLevel: 'error' });
    if (result && hasMeasured(result.lhr)) {
      reports.push(result.lhr);
    } else if (run >= 2 * runs) {
      throw new Error(`Lighthouse gives no result for ${address}.`);
    }
  }
  return reports;
}

/** On a busy machine a trace is sometimes incomplete, and Lighthouse asks for another run. */
function hasMeasured({ audits }: Report): boolean {
  return Object.values(audits).every(({ scoreDisplayMode }) => scoreDisplayMode !== 'error');
}
