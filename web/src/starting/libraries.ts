// A step of the start of the application (`start.ts`).
import { QueryClientProvider } from '@tanstack/react-query';
import { create } from 'zustand';

/** Forces the modules to be evaluated now. */
export const begun = [QueryClientProvider, create];
