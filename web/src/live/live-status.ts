import { create } from 'zustand';

/** `isMissing` is true when the streams have been missing for long, so that screens poll every 15 s. */
export const useLiveStatus = create(() => ({ isMissing: false }));
