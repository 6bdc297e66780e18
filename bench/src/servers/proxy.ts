import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../processes/until.js';
import { Balancer } from './balancer.js';

const CONFIGURATION = fileURLToPath(new URL('../../../deploy/haproxy.cfg', import.meta.url));
const PLACES = ['/usr/sbin/haproxy', '/usr/local/bin/haproxy', '/opt/homebrew/bin/haproxy'];
const UP_TIMEOUT_MS = 10_000;
const POLL_MS = 10;

export interface ProxyAddresses {
  readonly host: string;
  readonly port: number;
  /** The servers behind the proxy. */
  readonly urls: readonly string[];
}

/** The proxy in front of several servers. */
export interface FrontProxy {
  /** Its name in the output of a test or benchmark. */
  readonly name: string;
  stop(): Promise<void>;
}

export const NO_PROXY: FrontProxy = { name: 'no proxy', stop: async () => {} };

/** HAProxy with the configuration of this repository where it is installed; otherwise the balancer of the tests. */
export async function startProxy(addresses: ProxyAddresses): Promise<FrontProxy> {
  const program = haproxyPath();
  if (program) {
    return startHaproxy(program, addresses);
  }
  const balancer = await Balancer.start(addresses);
  return { name: 'a balancer of the tests (HAProxy is not installed)', stop: () => balancer.stop() };
}

/** HAPROXY_PATH may name it, or a path where there is none. */
function haproxyPath(): string | undefined {
  const { HAPROXY_PATH } = process.env;
  return (HAPROXY_PATH ? [HAPROXY_PATH] : PLACES).find((place) => existsSync(place));
}

async function startHaproxy(program: string, addresses: ProxyAddresses): Promise<FrontProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'perkex-haproxy-'));
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(file, withAddresses(await readFile(CONFIGURATION, 'utf8'), addresses));
  const haproxy = spawn(program, ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  haproxy.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  const failure = () => `HAProxy did not start. It printed:\n${printed}`;
  try {
    await until(
      async () => {
        if (haproxy.exitCode !== null) {
          throw new Error(failure());
        }
        return isListening(addresses);
      },
      { timeoutMs: UP_TIMEOUT_MS, pollMs: POLL_MS, failure },
    );
  } catch (error) {
    haproxy.kill('SIGKILL');
    throw error;
  }
  return {
    name: 'HAProxy',
    async stop() {
      haproxy.kill('SIGKILL');
      await once(haproxy, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The configuration with its two addresses replaced by these. */
function withAddresses(configuration: string, { host, port, urls }: ProxyAddresses): string {
  const servers = urls.flatMap((url, index) => [
    `    server server-${index} ${new URL(url).host}`,
    `    server server-${index}-anyway ${new URL(url).host} no-check backup`,
  ]);
  const lines = configuration.split('\n').filter((line) => !/^\s+server /.test(line));
  return `${lines.join('\n').replace(/\bbind .*/, `bind ${host}:${port}`)}\n${servers.join('\n')}\n`;
}

async function isListening({ host, port }: ProxyAddresses): Promise<boolean> {
  const socket = connect({ host, port });
  const isOpen = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return isOpen;
}
