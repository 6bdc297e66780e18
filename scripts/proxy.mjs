import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const HAPROXY = '/usr/sbin/haproxy';

/**
 * Provides the HAProxy for the tests of several servers: if missing, it is installed if this is root on Debian. Without
 * it, the tests use their own balancer and say so.
 */
export function installProxy() {
  if (process.env.HAPROXY_PATH || existsSync(HAPROXY)) {
    return;
  }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return;
  }
  console.error('Installing HAProxy for the tests of several servers (apt-get install haproxy) …');
  const options = ['--yes', '--quiet=2', '--no-install-recommends'];
  if (
    !aptGet('install', ...options, 'haproxy') &&
    !(aptGet('update', '--quiet=2') && aptGet('install', ...options, 'haproxy'))
  ) {
    console.error('HAProxy could not be installed: the tests use a balancer of their own in its place.');
  }
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'ignore'] }).status === 0;
}
