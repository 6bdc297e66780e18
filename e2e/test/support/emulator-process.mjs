import { createRequire } from 'node:module';

/**
 * Runs the Auth emulator of Google's Firebase tools: `node emulator-process.mjs FIREBASE_JS PORT PROJECT`. The tools'
 * own command takes 12 seconds of processor time to start it: it loads all its other parts, and compiles a validator
 * for each request and response that the service knows. Here each is compiled when it is first used.
 */
const [tools, port, projectId] = process.argv.slice(2);
const requireOfTools = createRequire(tools);
const { AuthEmulator, SingleProjectMode } = requireOfTools('../emulator/auth/index.js');
const requireOfEmulator = createRequire(requireOfTools.resolve('../emulator/auth/index.js'));
const validation = requireOfEmulator('exegesis-express');
const { middleware } = validation;
validation.middleware = (description, options) =>
  middleware(description, { ...options, lazyCompileValidationSchemas: true });

const emulator = new AuthEmulator({
  host: '127.0.0.1',
  port: Number(port),
  projectId,
  singleProjectMode: SingleProjectMode.WARNING,
});
await emulator.start();
