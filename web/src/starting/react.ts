// A step of the start of the application (`start.ts`).
import { hydrateRoot } from 'react-dom/client';

/** What makes the module begin now. */
export const begun = [hydrateRoot];
