import { randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../clock/system-clock.js';
import { abortOnStopSignals } from './interruption.js';
import { processOutput } from './output.js';
import { runCommandLine } from './run-command-line.js';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  output: processOutput(),
  clock: SYSTEM_CLOCK,
  newId: randomUUID,
  onStop: abortOnStopSignals,
});
if (process.exitCode > 128) {
  process.exit(); // the command may still be waiting for something
}
