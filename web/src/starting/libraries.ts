// A step of the start of the application (`start.ts`).
import { QueryClientProvider } from '@tanstack/react-query';
import { Router, useRoutes } from 'react-router';

/** What makes the modules begin now. */
export const begun = [QueryClientProvider, Router, useRoutes];
