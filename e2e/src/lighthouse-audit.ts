import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

export type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

const TIMES_TRIED = 3;

export interface AuditOptions {
  readonly categories: readonly string[];
  /** The machine has other load, so use the median of several runs. */
  readonly runs: number;
}

/** Runs Lighthouse on pages as on a phone, in a separate browser. Returns the reports of all runs by address. */
export async function auditPages(
  addresses: readonly string[],
  { categories, runs }: AuditOptions,
): Promise<Map<string, Report[]>> {
  const chrome = await launch({
    ...(process.env.BROWSER_PATH ? { chromePath: process.env.BROWSER_PATH } : {}),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const reports = new Map<string, Report[]>(addresses.map((address) => [address, []]));
    // In turns, because a browser and a server are slower at first.
    for (let run = 0; run < runs; run += 1) {
      for (const [address, ofPage] of reports) {
        ofPage.push(await audit(address, chrome.port, categories));
      }
    }
    return reports;
  } finally {
    chrome.kill();
  }
}

async function audit(address: string, port: number, categories: readonly string[]): Promise<Report> {
  for (let time = 0; time < TIMES_TRIED; time += 1) {
    const result = await lighthouse(address, { port, onlyCategories: [...categories], logLevel: 'error' });
    if (result && hasMeasured(result.lhr)) {
      return result.lhr;
    }
  }
  throw new Error(`Lighthouse gives no result for ${address}.`);
}

/** On a busy machine a trace is sometimes incomplete, and Lighthouse requests another run. */
function hasMeasured({ audits }: Report): boolean {
  return Object.values(audits).every(({ scoreDisplayMode }) => scoreDisplayMode !== 'error');
}
