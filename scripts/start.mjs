import { endWithNpm } from './npm-parent.mjs';
import { prepare } from './prepare.mjs';

endWithNpm();
prepare();
await import('../server/dist/main.js');
