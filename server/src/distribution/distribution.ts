/** The placement of a table in a distributed market. */
export type TableKind =
  /** In shards by product. */
  | 'distributed'
  /** A copy on every machine, for joins with the shards there. */
  | 'reference'
  /** On the coordinator only. */
  | 'local';

/** Every table of the schema in order of distribution; the other tables are colocated with `books`. */
export const TABLE_KINDS: Readonly<Record<string, TableKind>> = {
  products: 'reference',
  product_pictures: 'reference',
  accounts: 'reference',
  books: 'distributed',
  orders: 'distributed',
  trades: 'distributed',
  cancellations: 'distributed',
  refusals: 'distributed',
  batches: 'distributed',
  past_sales: 'distributed',
  odd_sales: 'distributed',
  sale_days: 'distributed',
  deals: 'distributed',
  deal_events: 'distributed',
  transfers: 'distributed',
  party_steps: 'distributed',
  parcels_from_us: 'distributed',
  replacement_orders: 'distributed',
  provider_calls: 'distributed',
  deal_photos: 'distributed',
  claim_photos: 'distributed',
  pair_reviews: 'distributed',
  pair_reservations: 'distributed',
  expected_verdicts: 'distributed',
  parcel_labels: 'distributed',
  deal_start: 'local',
  ledger_days: 'local',
  ledger_closing: 'local',
  daily_roots: 'local',
  record_days: 'local',
  money_lines: 'local',
  money_sums: 'local',
  payment_accounts: 'local',
  erasure_remains: 'local',
  members: 'local',
  desk_acts: 'local',
  search_aliases: 'local',
  product_drafts: 'local',
  catalogue_imports: 'local',
  ready_pictures: 'local',
  campaigns: 'local',
  member_invitations: 'local',
  desk_filters: 'local',
  checklists: 'local',
  user_notes: 'local',
  bank_payments: 'local',
  bank_lines: 'local',
  bank_unmatched_lines: 'local',
  bank_corrections: 'local',
  bank_lists: 'local',
  bank_remittances: 'local',
  bank_accounts: 'local',
  provider_events: 'local',
  play_objects: 'local',
  play_events: 'local',
  play_answers: 'local',
  lanes: 'local',
  feed_readers: 'local',
  feed_cursors: 'local',
  feed_announcements: 'local',
  open_orders_of_users: 'local',
  trades_of_users: 'local',
  notices: 'local',
  notice_mails: 'local',
  watches: 'local',
  collection_pairs: 'local',
  collection_left: 'local',
  jobs: 'local',
  departures: 'local',
  api_keys: 'local',
  key_orders: 'local',
  agent_calls: 'local',
  event_heads: 'local',
  user_events: 'local',
  webhooks: 'local',
  webhook_deliveries: 'local',
  vacations: 'local',
  vacation_asks: 'local',
  returned_asks: 'local',
  price_rules: 'local',
  first_partners: 'local',
  migrations: 'local',
  identity_attempts: 'local',
  identity_authenticator_apps: 'local',
  identity_challenges: 'local',
  identity_email_changes: 'local',
  identity_events: 'local',
  identity_handovers: 'local',
  identity_logins: 'local',
  identity_phone_codes: 'local',
  identity_phones: 'local',
  identity_recovery_codes: 'local',
  identity_sessions: 'local',
  identity_trusted_devices: 'local',
  identity_users: 'local',
  identity_verifications: 'local',
};

export interface DistributionStep {
  readonly table: string;
  readonly kind: TableKind;
  /** The statements that distribute it; none if it is distributed already or stays local. */
  readonly statements: readonly string[];
}

/** Triggers that only refuse changes are safe on shards. Citus cannot know that. */
const ALLOW_TRIGGERS = 'set local citus.enable_unsafe_triggers = on';

/** The statements before a table is distributed. */
const PREPARATIONS: Readonly<Record<string, readonly string[]>> = {
  deal_events: [ALLOW_TRIGGERS],
  transfers: [ALLOW_TRIGGERS],
  deal_photos: [ALLOW_TRIGGERS],
  pair_reviews: [ALLOW_TRIGGERS],
  pair_reservations: [ALLOW_TRIGGERS],
};

/**
 * The steps that distribute the market over this number of shards.
 * @param placed the tables that are distributed or copied to every machine already
 */
export function distributionSteps(shards: number, placed: readonly string[]): DistributionStep[] {
  return Object.entries(TABLE_KINDS).map(([table, kind]) => ({
    table,
    kind,
    statements: placed.includes(table)
      ? []
      : [...(PREPARATIONS[table] ?? []), ...placing(table, kind, shards)],
  }));
}

function placing(table: string, kind: TableKind, shards: number): string[] {
  if (kind === 'local') {
    return [];
  }
  if (kind === 'reference') {
    return [`select create_reference_table('${table}')`];
  }
  const where = table === 'books' ? `shard_count := ${shards}` : `colocate_with := 'books'`;
  return [`select create_distributed_table('${table}', 'product_id', ${where})`];
}
