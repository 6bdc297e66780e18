import { useSyncExternalStore } from 'react';
import { permanentStorage } from './storage.js';

const KEY = 'perkex:with-fees';
const ON = 'true';
const listeners = new Set<() => void>();

/** True if this browser's user wants prices with their fees beside them. */
export function useWithFees(): boolean {
  return useSyncExternalStore(subscribe, isOn, () => false);
}

export function chooseWithFees(isWanted: boolean): void {
  if (isWanted) {
    permanentStorage.setItem(KEY, ON);
  } else {
    permanentStorage.removeItem(KEY);
  }
  for (const listener of listeners) {
    listener();
  }
}

function isOn(): boolean {
  return permanentStorage.getItem(KEY) === ON;
}

function subscribe(listener: () => void): () => void {
  const onOtherTab = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) {
      listener();
    }
  };
  listeners.add(listener);
  window.addEventListener('storage', onOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onOtherTab);
  };
}
