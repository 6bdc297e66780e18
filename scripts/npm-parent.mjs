const POLL_MS = 500;

/**
 * Ends this process when the `npm start` that it was started by is gone. npm passes SIGTERM and SIGINT on by itself; of
 * whatever else ends npm, this process would not hear. Started in any other way it may well outlive its parent.
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
