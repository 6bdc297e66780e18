import type { FirebaseSetup } from '@perkex/contract/identity-setup.js';
import { refuseSetting } from '../../settings/config-error.js';
import { text, type ValuesOf } from '../../settings/setting-kinds.js';

/** A Firebase Authentication project. */
export interface FirebaseSettings extends FirebaseSetup {
  /** `host:port` of Google's Auth emulator, which signs nothing; null for the real service. */
  readonly emulatorHost: string | null;
}

/** A host, with or without a port. It is part of the content security policy, where a space would start another one. */
function isHost(text: string): boolean {
  return /^(\[[\da-f:]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)(:\d{1,5})?$/i.test(text);
}

/** Only such projects can never exist at Google, so they have no users with anything to lose. */
function isDemoProject(projectId: string): boolean {
  return projectId.startsWith('demo-');
}

const AS_SHOWN = "be as the project's settings show it";

export const FIREBASE_VARIABLES = {
  FIREBASE_API_KEY: text((value) => /^[\w-]+$/.test(value), AS_SHOWN).optional(),
  FIREBASE_AUTH_DOMAIN: text(isHost, AS_SHOWN).optional(),
  FIREBASE_PROJECT_ID: text((value) => /^[a-z][\w.:-]*$/.test(value), AS_SHOWN).optional(),
  FIREBASE_AUTH_EMULATOR_HOST: text(isHost, 'be host:port such as 127.0.0.1:9099').optional(),
};

/** The project of the hosted identity service. */
export function firebaseOf(variables: ValuesOf<typeof FIREBASE_VARIABLES>): FirebaseSettings {
  const required = (name: 'FIREBASE_API_KEY' | 'FIREBASE_AUTH_DOMAIN' | 'FIREBASE_PROJECT_ID') =>
    variables[name] ??
    refuseSetting(name, "is required with AUTH_PROVIDER=firebase: it is in the project's settings.");
  const apiKey = required('FIREBASE_API_KEY');
  const authDomain = required('FIREBASE_AUTH_DOMAIN');
  const projectId = required('FIREBASE_PROJECT_ID');
  const emulatorHost = variables.FIREBASE_AUTH_EMULATOR_HOST ?? null;
  if (emulatorHost !== null && !isDemoProject(projectId)) {
    refuseSetting(
      'FIREBASE_AUTH_EMULATOR_HOST',
      'is for tests, where anybody may sign anything: it needs a FIREBASE_PROJECT_ID that begins with demo-.',
    );
  }
  return { apiKey, authDomain, projectId, emulatorHost };
}
