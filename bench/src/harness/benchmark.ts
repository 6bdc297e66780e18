import type { Database } from '@perkex/server/database/connect.js';
import { Loader } from '../load/load.js';
import { type BenchPostgres, openBenchPostgres } from '../market/bench-postgres.js';
import type { Curve } from '../report/curve.js';
import { describeFigure, type Figure, type Print } from '../report/figure.js';
import { HttpMarket, type HttpMarketSize } from './http-market.js';

/**
 * FULL gives the documented figures; QUICK is for work on a benchmark; SMALL is for tests, which only check that it
 * works.
 */
export type Mode = 'FULL' | 'QUICK' | 'SMALL';

export interface Benchmark {
  /** Its name for `--only`, and for the marks of its section in docs/performance.md. */
  readonly name: string;
  /** True if it runs only when named. */
  readonly isOptional: boolean;
  measure(run: Run, mode: Mode): Promise<void>;
}

interface BenchmarkRecord<Size> {
  readonly name: string;
  readonly isOptional?: boolean;
  /** The size of the documented run. The other modes change parts of it. */
  readonly FULL: Size;
  readonly QUICK: NoInfer<Partial<Size>>;
  readonly SMALL: NoInfer<Partial<Size>>;
  /** Measures, and adds each figure to the run, which closes everything that it opened. */
  measure(run: Run, size: Size): Promise<void>;
}

export function benchmark<Size>(record: BenchmarkRecord<Size>): Benchmark {
  const { name, isOptional = false, FULL } = record;
  return {
    name,
    isOptional,
    measure: (run, mode) => record.measure(run, { ...FULL, ...record[mode] }),
  };
}

/** Opens what is measured. Tests share a market and a PostgreSQL between benchmarks. */
export interface Openers {
  readonly openMarket: typeof HttpMarket.open;
  readonly openPostgres: typeof openBenchPostgres;
}

const OPENERS: Openers = { openMarket: HttpMarket.open, openPostgres: openBenchPostgres };

interface RunOptions {
  /** The number of other deals beside which the pages of deals are read, instead of that of the mode. */
  readonly deals?: number | undefined;
}

/** One run of a benchmark: opens what it needs, and collects its figures. */
export class Run {
  readonly figures: Figure[] = [];
  readonly curves: Curve[] = [];
  private postgres: BenchPostgres | null = null;
  private readonly closing: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly print: Print,
    readonly options: RunOptions,
    private readonly openers: Openers,
  ) {}

  /** Runs a benchmark. @returns its figures and curves */
  static async of(
    { measure }: Benchmark,
    mode: Mode,
    print: Print,
    options: RunOptions = {},
    openers = OPENERS,
  ): Promise<Pick<Run, 'figures' | 'curves'>> {
    const run = new Run(print, options, openers);
    try {
      await measure(run, mode);
      return run;
    } finally {
      await run.close();
    }
  }

  /** Closes everything opened so far, the newest first; a benchmark calls it only between markets. */
  async close(): Promise<void> {
    this.postgres = null;
    for (const close of this.closing.splice(0).reverse()) {
      await close();
    }
  }

  /** Prints figures, and adds them to the table. */
  add(...figures: readonly Figure[]): void {
    for (const figure of figures) {
      this.print(describeFigure(figure));
      this.figures.push(figure);
    }
  }

  /** Opens something that is closed after the run. */
  async open<Opened>(
    opening: Opened | Promise<Opened>,
    close: (opened: Opened) => Promise<unknown>,
  ): Promise<Opened> {
    const opened = await opening;
    this.closing.push(() => close(opened));
    return opened;
  }

  /** Real servers with a market. */
  openMarket(size: HttpMarketSize): Promise<HttpMarket> {
    return this.open(this.openers.openMarket(size), (market) => market.close());
  }

  /** A process that generates load. */
  openLoader(): Promise<Loader> {
    return this.open(new Loader(), (loader) => loader.close());
  }

  /** An empty database, on a PostgreSQL that all databases of the run share. */
  async openDatabase(name: string): Promise<Database> {
    this.postgres ??= await this.open(this.openers.openPostgres(), (postgres) => postgres.close());
    return this.postgres.createDatabase(name);
  }
}
