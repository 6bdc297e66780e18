import { abortOnStopSignals } from './interruption.js';
import { processOutput } from './output.js';
import { runCommandLine } from './run-command-line.js';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  output: processOutput(),
  onStop: abortOnStopSignals,
});
if (process.exitCode > 128) {
  process.exit(); // the command may still be waiting for something
}
