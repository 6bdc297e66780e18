const POLL_MS = 500;

/**
 * Ends this process when the `npm start` that started it is gone. npm forwards SIGTERM and SIGINT, but this process
 * would not notice another end of npm. Started in any other way, it may outlive its parent.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') {
    return;
  }
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== npm) {
      clearInterval(timer);
      process.kill(process.pid, 'SIGHUP');
    }
  }, POLL_MS);
  timer.unref();
}
