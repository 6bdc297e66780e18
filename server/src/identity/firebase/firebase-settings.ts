import type { FirebaseSetup } from '@perkex/contract/identity-setup.js';

/** A project of Firebase Authentication. */
export interface FirebaseSettings extends FirebaseSetup {
  /** `host:port` of Google's Auth emulator, which signs nothing; null for the real service. */
  readonly emulatorHost: string | null;
}

/** A host, with or without a port: it stands in the content security policy, where a blank would begin another one. */
export function isHost(text: string): boolean {
  return /^(\[[\da-f:]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)(:\d{1,5})?$/i.test(text);
}

/** Only such projects can never exist at Google, so that nobody has anything to lose at them. */
export function isDemoProject(projectId: string): boolean {
  return projectId.startsWith('demo-');
}
