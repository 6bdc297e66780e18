// A step of the start of the application: `start.ts`.
export { hydrateRoot } from 'react-dom/client';
