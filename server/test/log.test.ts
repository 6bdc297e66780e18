import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const BUILT = new URL('../dist/log.js', import.meta.url);

const SCRIPT = `
  const { createLog } = await import('${BUILT}');
  const log = createLog('info');
  log.debug('below the level');
  log.info('the market is open');
  log.warn({ path: '/api', seconds: 3 }, 'this is slow');
  log.error({ err: new Error('a bug') }, 'it failed');
`;
const NODE = [process.execPath, '--input-type=module', '-e', SCRIPT];

/** Runs a command in a terminal. `script` exists on Linux and macOS, where it wants its arguments in another order. */
function hasScript(): boolean {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
}

/** The lines that a person sees. */
async function onTerminal(environment: Record<string, string>): Promise<string[]> {
  const command = NODE.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm', ...environment },
  });
  return stdout.split('\r\n');
}

describe('a log', () => {
  it('is lines of JSON without a terminal', async () => {
    const { stdout } = await promisify(execFile)(NODE[0] ?? '', NODE.slice(1));
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({ level: 30, msg: 'the market is open' }),
      expect.objectContaining({ level: 40, msg: 'this is slow', path: '/api', seconds: 3 }),
      expect.objectContaining({
        level: 50,
        msg: 'it failed',
        err: expect.objectContaining({ message: 'a bug' }),
      }),
    ]);
  });

  it.runIf(existsSync('/dev/full'))('that cannot be written does not end the process', async () => {
    const full = openSync('/dev/full', 'w');
    const program = `${SCRIPT}; setTimeout(() => { log.info('later'); console.error('goes on'); }, 100);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let errors = '';
    child.stderr?.on('data', (text: Buffer) => {
      errors += text.toString();
    });
    const [code] = await once(child, 'close');
    expect([code, errors]).toEqual([0, 'goes on\n']);
  });

  it.runIf(hasScript())('is lines for people on a terminal', async () => {
    const [open, slow, failed, stack, ...more] = await onTerminal({ NO_COLOR: '1' });
    expect(open).toMatch(/^\d\d:\d\d:\d\d the market is open$/);
    expect(slow).toMatch(/^\d\d:\d\d:\d\d Warning: this is slow path=\/api seconds=3$/);
    expect(failed).toMatch(/^\d\d:\d\d:\d\d Error: it failed$/);
    expect([stack, more[0]]).toEqual(['Error: a bug', expect.stringMatching(/^ +at /)]);
  });

  it.runIf(hasScript())('has colours where the terminal shows them', async () => {
    const [open, slow] = await onTerminal({});
    expect(open).toContain('the market is open');
    expect(open).toContain('\u001b[2m');
    expect(slow).toContain('\u001b[33mWarning: this is slow\u001b[39m');
    expect((await onTerminal({ TERM: 'dumb' })).join('\n')).not.toContain('\u001b');
  });
});
