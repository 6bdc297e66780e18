import { besiege, FULL, SMALL } from './siege.js';

const { refused } = await besiege(process.argv.includes('--small') ? SMALL : FULL, console.log);
process.exitCode = refused.length > 0 ? 1 : 0;
