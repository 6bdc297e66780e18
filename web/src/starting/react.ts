// A step of the start of the application (`start.ts`).
import { hydrateRoot } from 'react-dom/client';

/** Forces the module to be evaluated now. */
export const begun = [hydrateRoot];
