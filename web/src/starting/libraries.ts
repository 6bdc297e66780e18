// A step of the start of the application (`start.ts`).
import { QueryClientProvider } from '@tanstack/react-query';
import { create } from 'zustand';

/** What makes the modules begin now. */
export const begun = [QueryClientProvider, create];
