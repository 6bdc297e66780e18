declare module 'virtual:pages' {
  import type { PageRecord } from '@perkex/contract/pages.js';
  import type { ComponentType } from 'react';

  /** The pages of the table in the contract, with their code (`vite.config.ts`). On the server, the rendered ones. */
  export const PAGES_OF_WEB: readonly (Pick<PageRecord, 'path' | 'layout' | 'next'> & {
    readonly load: () => Promise<ComponentType>;
  })[];
}
