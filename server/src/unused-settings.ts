type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that is set, and the setting that leaves it without effect. */
export interface UnusedSetting {
  readonly name: string;
  readonly because: string;
}

/** Google does all of this for its users. */
const NOT_WITH_FIREBASE = /^(SMTP_URL|MAIL_FROM|GITHUB_.*|SMS_.*)$/;

/** Each has an effect only together with the other setting. */
const NEEDS: Readonly<Record<string, string>> = {
  SMS_FROM: 'SMS_URL',
  S3_REGION: 'S3_URL',
  LABEL_FROM: 'EASYPOST_KEY',
};

/** The setting that disables this one in this environment, or null if it is used. */
export function whyUnused(name: string, environment: Environment): string | null {
  const { AUTH_PROVIDER, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, PAYMENTS, BANK_ACCOUNT } = environment;
  const isFirebase = AUTH_PROVIDER === 'firebase';
  if (isFirebase && NOT_WITH_FIREBASE.test(name)) {
    return 'AUTH_PROVIDER is firebase';
  }
  if (!isFirebase && name.startsWith('FIREBASE_')) {
    return 'AUTH_PROVIDER is not firebase';
  }
  if (name.startsWith('GITHUB_') && !GITHUB_CLIENT_ID && !GITHUB_CLIENT_SECRET) {
    return 'GITHUB_CLIENT_ID is not set';
  }
  if (name.startsWith('STRIPE_') && PAYMENTS !== 'stripe') {
    return 'PAYMENTS is not stripe';
  }
  if ((name.startsWith('BANK_') || name === 'PAYOUT_RELEASE_CENTS') && PAYMENTS && PAYMENTS !== 'bank') {
    return 'PAYMENTS is not bank';
  }
  if (name === 'PAYOUT_RELEASE_CENTS' && !PAYMENTS && !BANK_ACCOUNT) {
    return 'BANK_ACCOUNT is not set';
  }
  const other = NEEDS[name];
  return other !== undefined && !environment[other] ? `${other} is not set` : null;
}

/** The given variables that are set but not used, in their order in the environment. */
export function unusedSettings(variables: readonly string[], environment: Environment): UnusedSetting[] {
  return Object.keys(environment).flatMap((name) => {
    const because = variables.includes(name) && environment[name] ? whyUnused(name, environment) : null;
    return because === null ? [] : [{ name, because }];
  });
}

/** One line for the log, by reason. */
export function unusedText(settings: readonly UnusedSetting[]): string {
  const reasons = new Set(settings.map(({ because }) => because));
  const parts = [...reasons].map((reason) => {
    const names = settings.filter(({ because }) => because === reason).map(({ name }) => name);
    return `${names.join(', ')} (${reason})`;
  });
  return `These settings are set but not used: ${parts.join('; ')}.`;
}
