import { create } from 'zustand';

/** Whether the streams have been missing for long, so that the screens read again every 15 s. */
export const useLiveStatus = create(() => ({ isMissing: false }));
