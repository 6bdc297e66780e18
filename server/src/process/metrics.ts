import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Up to the timeout of an order. */
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of its path, such as `/api/:id`; never the path itself, of which there are endlessly many. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The metrics of a process, in the text format of Prometheus. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'perkex_request_seconds',
    help: 'The time from the arrival of a request to its response, without responses sent straight from the cache',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });

  private readonly server = createServer((request, response) => this.answer(request, response));

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  observe({ method, route, status, seconds }: AnsweredRequest): void {
    this.requests.observe({ method, route, status }, seconds);
  }

  /** Adds a value that is read whenever the metrics are. */
  addGauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => gauge.set(read()),
    });
  }

  /**
   * Serves `GET /metrics` on this machine only. This alone does not keep the process running.
   * @throws the error of listening, such as EADDRINUSE
   */
  async listen(port: number): Promise<void> {
    this.server.listen(port, '127.0.0.1').unref();
    await once(this.server, 'listening');
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (method !== 'GET' || url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': this.registry.contentType }).end(await this.registry.metrics());
  }
}
