-- The schema that server/migrations make, for reading. Written by: npm run schema

CREATE SEQUENCE products_numbers AS integer START 1 INCREMENT 1;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  has_rows boolean;
begin
  execute format('select exists (select from %s)', tg_relid::regclass) into has_rows;
  if has_rows then
    raise exception 'Rows of % never change.', tg_table_name;
  end if;
  return null;
end
$function$;

CREATE TABLE accounts (
  user_id text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  surname text DEFAULT ''::text NOT NULL,
  street text DEFAULT ''::text NOT NULL,
  street_number text DEFAULT ''::text NOT NULL,
  city text DEFAULT ''::text NOT NULL,
  zip text DEFAULT ''::text NOT NULL,
  country text DEFAULT ''::text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  payout text,
  payment text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  is_house boolean DEFAULT false NOT NULL,
  size_system text,
  own_size text,
  blocked_at timestamp with time zone,
  blocked_by text,
  block_reason text,
  max_open_orders integer,
  max_price_cents integer,
  limited_at timestamp with time zone,
  limited_by text,
  limit_reason text,
  debt_cents bigint DEFAULT 0 NOT NULL,
  owes_since timestamp with time zone,
  debt_deferred_until timestamp with time zone,
  sales_quarter date,
  quarter_sales integer DEFAULT 0 NOT NULL,
  failed_payments jsonb DEFAULT '{}'::jsonb NOT NULL,
  card_saved_at timestamp with time zone,
  CONSTRAINT accounts_pkey PRIMARY KEY (user_id),
  CONSTRAINT accounts_block CHECK (num_nulls(blocked_at, blocked_by, block_reason) = ANY (ARRAY[0, 3])),
  CONSTRAINT accounts_block_reason_check CHECK (block_reason = ANY (ARRAY['payments'::text, 'fakes'::text, 'fraud'::text, 'conduct'::text, 'request'::text])),
  CONSTRAINT accounts_debt CHECK ((debt_cents > 0) = (owes_since IS NOT NULL)),
  CONSTRAINT accounts_debt_cents_check CHECK (debt_cents >= 0),
  CONSTRAINT accounts_deferral CHECK (debt_deferred_until IS NULL OR debt_cents > 0),
  CONSTRAINT accounts_failed_payments_check CHECK (jsonb_typeof(failed_payments) = 'object'::text),
  CONSTRAINT accounts_limit_reason_check CHECK (limit_reason = ANY (ARRAY['payments'::text, 'fakes'::text, 'fraud'::text, 'conduct'::text, 'request'::text])),
  CONSTRAINT accounts_limits CHECK (num_nulls(limited_at, limited_by, limit_reason) =
CASE
    WHEN num_nonnulls(max_open_orders, max_price_cents) = 0 THEN 3
    ELSE 0
END),
  CONSTRAINT accounts_max_open_orders_check CHECK (max_open_orders >= 0),
  CONSTRAINT accounts_max_price_cents_check CHECK (max_price_cents > 0),
  CONSTRAINT accounts_own_size CHECK (own_size <> ''::text),
  CONSTRAINT accounts_payment CHECK (payment = ANY (ARRAY['PAYPAL'::text, 'CC'::text])),
  CONSTRAINT accounts_payout CHECK (payout = ANY (ARRAY['PAYPAL'::text, 'CC'::text])),
  CONSTRAINT accounts_quarter CHECK (quarter_sales = 0 OR sales_quarter IS NOT NULL),
  CONSTRAINT accounts_quarter_sales_check CHECK (quarter_sales >= 0),
  CONSTRAINT accounts_size_system CHECK (size_system = ANY (ARRAY['us-men'::text, 'us-women'::text, 'uk'::text, 'eu'::text, 'cm'::text]))
);
CREATE INDEX accounts_blocked ON accounts USING btree (blocked_at) WHERE blocked_at IS NOT NULL;
CREATE INDEX accounts_by_name ON accounts USING btree (lower((name || ' '::text) || surname) text_pattern_ops);
CREATE INDEX accounts_by_surname ON accounts USING btree (lower(surname) text_pattern_ops);

CREATE TABLE agent_calls (
  user_id text NOT NULL,
  id uuid NOT NULL,
  key_id uuid NOT NULL,
  key_name text NOT NULL,
  tool text NOT NULL,
  is_act boolean NOT NULL,
  product_id integer,
  input text NOT NULL,
  outcome text,
  called_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT agent_calls_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX agent_calls_by_age ON agent_calls USING btree (called_at);
CREATE INDEX agent_calls_of_kind ON agent_calls USING btree (user_id, is_act, id);

CREATE TABLE api_keys (
  user_id text NOT NULL,
  id uuid NOT NULL,
  key_hash text NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  max_order_cents integer,
  max_day_cents bigint,
  side text,
  product_ids integer[],
  addresses text[],
  version integer DEFAULT 1 NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  placed_on date DEFAULT '-infinity'::date NOT NULL,
  placed_cents bigint DEFAULT 0 NOT NULL,
  CONSTRAINT api_keys_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT api_keys_by_hash UNIQUE (key_hash),
  CONSTRAINT api_keys_placed CHECK (placed_cents >= 0),
  CONSTRAINT api_keys_scopes CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['read'::text, 'trade'::text, 'sell'::text, 'money'::text]),
  CONSTRAINT api_keys_side CHECK (side = ANY (ARRAY['ask'::text, 'bid'::text]))
);

CREATE TABLE bank_accounts (
  user_id text NOT NULL,
  holder text NOT NULL,
  account text NOT NULL,
  bank_code text,
  CONSTRAINT bank_accounts_pkey PRIMARY KEY (user_id)
);

CREATE TABLE bank_payments (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  reference text NOT NULL,
  version integer NOT NULL,
  amount_cents integer NOT NULL,
  state text NOT NULL,
  debt_deal_id uuid,
  CONSTRAINT bank_payments_pkey PRIMARY KEY (product_id, deal_id),
  CONSTRAINT bank_payments_reference UNIQUE (reference),
  CONSTRAINT bank_payments_amount_cents_check CHECK (amount_cents > 0),
  CONSTRAINT bank_payments_state_check CHECK (state = ANY (ARRAY['open'::text, 'paid'::text, 'ended'::text]))
);

CREATE TABLE bank_lines (
  id text NOT NULL,
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  amount_cents integer NOT NULL,
  booked_on date NOT NULL,
  payer_name text,
  payer_account text,
  booked_by text NOT NULL,
  booked_at timestamp with time zone DEFAULT now() NOT NULL,
  hand_id text,
  CONSTRAINT bank_lines_pkey PRIMARY KEY (id),
  CONSTRAINT bank_lines_product_id_deal_id_fkey FOREIGN KEY (product_id, deal_id) REFERENCES bank_payments(product_id, deal_id),
  CONSTRAINT bank_lines_amount_cents_check CHECK (amount_cents > 0)
);
CREATE INDEX bank_lines_by_hand ON bank_lines USING btree (hand_id) WHERE hand_id IS NOT NULL;
CREATE INDEX bank_lines_of_deal ON bank_lines USING btree (product_id, deal_id);

CREATE TABLE bank_corrections (
  line_id text NOT NULL,
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  amount_cents integer NOT NULL,
  freed_id text NOT NULL,
  reason text NOT NULL,
  corrected_by text NOT NULL,
  corrected_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT bank_corrections_pkey PRIMARY KEY (line_id),
  CONSTRAINT bank_corrections_freed_id_key UNIQUE (freed_id),
  CONSTRAINT bank_corrections_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id),
  CONSTRAINT bank_corrections_product_id_deal_id_fkey FOREIGN KEY (product_id, deal_id) REFERENCES bank_payments(product_id, deal_id),
  CONSTRAINT bank_corrections_amount_cents_check CHECK (amount_cents > 0)
);
CREATE INDEX bank_corrections_of_deal ON bank_corrections USING btree (product_id, deal_id);

CREATE TABLE bank_lists (
  number integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  state text DEFAULT 'released'::text NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  decided_by text,
  CONSTRAINT bank_lists_pkey PRIMARY KEY (number),
  CONSTRAINT bank_lists_second_member CHECK (state <> 'released'::text OR decided_by IS DISTINCT FROM created_by),
  CONSTRAINT bank_lists_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'released'::text, 'withdrawn'::text]))
);
CREATE INDEX bank_lists_of_member ON bank_lists USING btree (created_by, created_at);

CREATE TABLE bank_unmatched_lines (
  number integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  id text NOT NULL,
  amount_cents integer NOT NULL,
  booked_on date NOT NULL,
  text text NOT NULL,
  payer_name text,
  payer_account text,
  reason text NOT NULL,
  imported_by text NOT NULL,
  imported_at timestamp with time zone DEFAULT now() NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  decided_by text,
  return_holder text,
  return_account text,
  return_bank_code text,
  hand_id text,
  CONSTRAINT bank_unmatched_lines_pkey PRIMARY KEY (number),
  CONSTRAINT bank_unmatched_lines_id UNIQUE (id),
  CONSTRAINT bank_unmatched_lines_amount_cents_check CHECK (amount_cents > 0),
  CONSTRAINT bank_unmatched_lines_decision CHECK ((state = 'waiting'::text) = (decided_by IS NULL)),
  CONSTRAINT bank_unmatched_lines_reason_check CHECK (reason = ANY (ARRAY['unknown'::text, 'ambiguous'::text, 'own-deal'::text, 'corrected'::text])),
  CONSTRAINT bank_unmatched_lines_return CHECK ((num_nulls(return_holder, return_account) = ANY (ARRAY[0, 2])) AND (return_account IS NULL OR state = 'returned'::text)),
  CONSTRAINT bank_unmatched_lines_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'booked'::text, 'returned'::text]))
);
CREATE INDEX bank_unmatched_lines_by_hand ON bank_unmatched_lines USING btree (hand_id) WHERE hand_id IS NOT NULL;
CREATE INDEX bank_unmatched_lines_waiting ON bank_unmatched_lines USING btree (number) WHERE state = 'waiting'::text;

CREATE TABLE bank_remittances (
  id text NOT NULL,
  product_id integer,
  deal_id uuid,
  kind text NOT NULL,
  amount_cents integer NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  list integer,
  entry integer,
  holder text,
  account text,
  bank_code text,
  reason text,
  changed_by text,
  line_id text,
  CONSTRAINT bank_remittances_pkey PRIMARY KEY (id),
  CONSTRAINT bank_remittances_entry UNIQUE (list, entry),
  CONSTRAINT bank_remittances_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_unmatched_lines(id),
  CONSTRAINT bank_remittances_list_fkey FOREIGN KEY (list) REFERENCES bank_lists(number),
  CONSTRAINT bank_remittances_amount_cents_check CHECK (amount_cents > 0),
  CONSTRAINT bank_remittances_kind_check CHECK (kind = ANY (ARRAY['pay-out'::text, 'refund'::text, 'return'::text, 'credit'::text])),
  CONSTRAINT bank_remittances_list CHECK (num_nulls(list, entry, holder, account) =
CASE state
    WHEN 'waiting'::text THEN 4
    ELSE 0
END),
  CONSTRAINT bank_remittances_source CHECK (num_nulls(product_id, deal_id) =
CASE
    WHEN line_id IS NULL THEN 0
    ELSE 2
END AND (line_id IS NULL OR kind = 'return'::text)),
  CONSTRAINT bank_remittances_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'listed'::text, 'paid'::text, 'returned'::text]))
);
CREATE INDEX bank_remittances_of_deal ON bank_remittances USING btree (product_id, deal_id);
CREATE INDEX bank_remittances_open ON bank_remittances USING btree (state, id) WHERE state = ANY (ARRAY['waiting'::text, 'listed'::text]);

CREATE TABLE batches (
  lane uuid NOT NULL,
  seq integer NOT NULL,
  product_id integer NOT NULL,
  changes jsonb NOT NULL,
  at timestamp with time zone NOT NULL,
  traded_ids integer[],
  CONSTRAINT batches_pkey PRIMARY KEY (lane, seq, product_id),
  CONSTRAINT batches_seq_check CHECK (seq > 0)
);
CREATE INDEX batches_at ON batches USING btree (at);

CREATE TABLE products (
  id integer DEFAULT nextval('products_numbers'::regclass) NOT NULL,
  name text NOT NULL,
  brand text DEFAULT ''::text NOT NULL,
  thumbnail text DEFAULT ''::text NOT NULL,
  retail_price_cents integer,
  release_date date,
  drawing jsonb,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  style_code text,
  colourway text,
  model text,
  nickname text,
  kind text,
  description text,
  trades_from date,
  hidden_at timestamp with time zone,
  hidden_by text,
  merged_into integer,
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_name_key UNIQUE (name),
  CONSTRAINT products_colourway CHECK (colourway <> ''::text),
  CONSTRAINT products_description CHECK (description <> ''::text),
  CONSTRAINT products_hidden CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  CONSTRAINT products_kind CHECK (kind = ANY (ARRAY['men'::text, 'women'::text, 'unisex'::text, 'grade school'::text, 'preschool'::text, 'toddler'::text])),
  CONSTRAINT products_merged CHECK (merged_into IS NULL OR hidden_at IS NOT NULL AND merged_into <> id),
  CONSTRAINT products_model CHECK (model <> ''::text),
  CONSTRAINT products_name_check CHECK (name <> ''::text),
  CONSTRAINT products_nickname CHECK (nickname <> ''::text),
  CONSTRAINT products_retail_price_cents_check CHECK (retail_price_cents > 0),
  CONSTRAINT products_style_code CHECK (style_code <> ''::text)
);
CREATE INDEX products_by_style_code ON products USING btree (upper(style_code)) WHERE style_code IS NOT NULL;
CREATE INDEX products_hidden_at ON products USING btree (hidden_at) WHERE hidden_at IS NOT NULL;
CREATE INDEX products_release_date ON products USING btree (release_date);

CREATE TABLE books (
  product_id integer NOT NULL,
  size text NOT NULL,
  seq integer DEFAULT 0 NOT NULL,
  lowest_ask_cents integer,
  highest_bid_cents integer,
  open_asks integer DEFAULT 0 NOT NULL,
  open_bids integer DEFAULT 0 NOT NULL,
  trades integer DEFAULT 0 NOT NULL,
  is_closed boolean DEFAULT false NOT NULL,
  CONSTRAINT books_pkey PRIMARY KEY (product_id, size),
  CONSTRAINT books_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT books_highest_bid CHECK ((highest_bid_cents IS NULL) = (open_bids = 0)),
  CONSTRAINT books_lowest_ask CHECK ((lowest_ask_cents IS NULL) = (open_asks = 0)),
  CONSTRAINT books_not_crossed CHECK (highest_bid_cents < lowest_ask_cents),
  CONSTRAINT books_open_asks_check CHECK (open_asks >= 0),
  CONSTRAINT books_open_bids_check CHECK (open_bids >= 0),
  CONSTRAINT books_seq_check CHECK (seq >= 0),
  CONSTRAINT books_size_check CHECK (size <> ''::text),
  CONSTRAINT books_trades_check CHECK (trades >= 0)
) WITH (fillfactor=50);

CREATE TABLE campaigns (
  id uuid NOT NULL,
  version integer NOT NULL,
  kind text NOT NULL,
  fields jsonb NOT NULL,
  picture text,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  is_removed boolean DEFAULT false NOT NULL,
  edited_by text NOT NULL,
  edited_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT campaigns_pkey PRIMARY KEY (id),
  CONSTRAINT campaigns_kind_check CHECK (kind = ANY (ARRAY['banner'::text, 'featured'::text, 'announcement'::text])),
  CONSTRAINT campaigns_period CHECK (starts_at < ends_at)
);
CREATE INDEX campaigns_by_end ON campaigns USING btree (ends_at, id) WHERE NOT is_removed;
CREATE INDEX campaigns_with_pictures ON campaigns USING btree (picture) WHERE picture IS NOT NULL;

CREATE TABLE cancellations (
  product_id integer NOT NULL,
  size text NOT NULL,
  seq integer NOT NULL,
  order_seq integer NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT cancellations_pkey PRIMARY KEY (product_id, size, seq),
  CONSTRAINT cancellations_later CHECK (order_seq < seq)
);

CREATE TABLE catalogue_imports (
  id uuid NOT NULL,
  file_name text NOT NULL,
  created integer NOT NULL,
  changed integer NOT NULL,
  product_ids integer[] NOT NULL,
  request_id text NOT NULL,
  imported_by text NOT NULL,
  imported_at timestamp with time zone DEFAULT now() NOT NULL,
  undone_by text,
  undone_at timestamp with time zone,
  CONSTRAINT catalogue_imports_pkey PRIMARY KEY (id),
  CONSTRAINT catalogue_imports_undone CHECK ((undone_by IS NULL) = (undone_at IS NULL))
);
CREATE INDEX catalogue_imports_newest ON catalogue_imports USING btree (imported_at);

CREATE TABLE checklists (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text,
  points text[] NOT NULL,
  member text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT checklists_pkey PRIMARY KEY (id),
  CONSTRAINT checklists_kind_check CHECK (kind = ANY (ARRAY['men'::text, 'women'::text, 'unisex'::text, 'grade school'::text, 'preschool'::text, 'toddler'::text]))
);
CREATE TRIGGER checklists_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON checklists FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE trades (
  product_id integer NOT NULL,
  id uuid NOT NULL,
  size text NOT NULL,
  seq integer NOT NULL,
  ask_seq integer NOT NULL,
  bid_seq integer NOT NULL,
  seller_id text NOT NULL,
  buyer_id text NOT NULL,
  price_cents integer NOT NULL,
  seller_total_cents integer NOT NULL,
  buyer_total_cents integer NOT NULL,
  platform_cents integer NOT NULL,
  traded_at timestamp with time zone NOT NULL,
  has_open_deal boolean DEFAULT false NOT NULL,
  undone_by text,
  is_void boolean DEFAULT false NOT NULL,
  transaction_fee_per_mille integer DEFAULT 95 NOT NULL,
  is_removal_missed boolean DEFAULT false NOT NULL,
  CONSTRAINT trades_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT trades_ask_once UNIQUE (product_id, size, ask_seq),
  CONSTRAINT trades_bid_once UNIQUE (product_id, size, bid_seq),
  CONSTRAINT trades_amounts CHECK (buyer_total_cents = (seller_total_cents + platform_cents)),
  CONSTRAINT trades_price CHECK (price_cents >= 100 AND price_cents <= 100000000 AND (price_cents % 100) = 0),
  CONSTRAINT trades_transaction_fee_per_mille_check CHECK (transaction_fee_per_mille >= 1 AND transaction_fee_per_mille <= 200),
  CONSTRAINT trades_two_orders CHECK (ask_seq <> bid_seq AND seq = GREATEST(ask_seq, bid_seq)),
  CONSTRAINT trades_two_users CHECK (seller_id <> buyer_id),
  CONSTRAINT trades_undone_by_check CHECK (undone_by = ANY (ARRAY['buyer'::text, 'seller'::text]))
);
CREATE INDEX trades_of_buyer ON trades USING btree (buyer_id, id);
CREATE INDEX trades_of_seller ON trades USING btree (seller_id, id);
CREATE INDEX trades_of_size ON trades USING btree (product_id, size, id);
CREATE INDEX trades_open_of_buyer ON trades USING btree (buyer_id, id) WHERE has_open_deal;
CREATE INDEX trades_open_of_seller ON trades USING btree (seller_id, id) WHERE has_open_deal;
CREATE INDEX trades_undone_by_buyer ON trades USING btree (buyer_id, id) WHERE undone_by = 'buyer'::text;
CREATE INDEX trades_undone_by_seller ON trades USING btree (seller_id, id) WHERE undone_by = 'seller'::text;

CREATE TABLE deals (
  product_id integer NOT NULL,
  id uuid NOT NULL,
  is_relisting boolean NOT NULL,
  is_pair_here boolean NOT NULL,
  first_method text NOT NULL,
  first_due_at timestamp with time zone NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  at timestamp with time zone NOT NULL,
  state text DEFAULT 'unpaid'::text NOT NULL,
  cancellation text,
  payment text DEFAULT 'none'::text NOT NULL,
  payout text DEFAULT 'none'::text NOT NULL,
  parcel_in text NOT NULL,
  parcel_out text DEFAULT 'none'::text NOT NULL,
  choice text DEFAULT 'none'::text NOT NULL,
  penalty text DEFAULT 'none'::text NOT NULL,
  claim text DEFAULT 'none'::text NOT NULL,
  ending text,
  method text NOT NULL,
  due_at timestamp with time zone,
  paused_ms double precision,
  is_overdue boolean DEFAULT false NOT NULL,
  is_extended boolean DEFAULT false NOT NULL,
  has_objected boolean DEFAULT false NOT NULL,
  is_reported_missing boolean DEFAULT false NOT NULL,
  verdict_by text,
  has_been_disputed boolean DEFAULT false NOT NULL,
  collecting_cents integer DEFAULT 0 NOT NULL,
  held_cents integer DEFAULT 0 NOT NULL,
  owed_seller_cents integer DEFAULT 0 NOT NULL,
  owed_buyer_cents integer DEFAULT 0 NOT NULL,
  paying_out_cents integer DEFAULT 0 NOT NULL,
  refunding_cents integer DEFAULT 0 NOT NULL,
  collect_version integer DEFAULT 0 NOT NULL,
  refund_version integer DEFAULT 0 NOT NULL,
  pay_out_version integer DEFAULT 0 NOT NULL,
  paid_out_cents integer DEFAULT 0 NOT NULL,
  refunded_cents integer DEFAULT 0 NOT NULL,
  collected_cents integer DEFAULT 0 NOT NULL,
  charged_back_cents integer DEFAULT 0 NOT NULL,
  hash bytea NOT NULL,
  carried_cents integer DEFAULT 0 NOT NULL,
  carried_over_cents integer DEFAULT 0 NOT NULL,
  last_refund_cents integer DEFAULT 0 NOT NULL,
  penalty_collected_cents integer DEFAULT 0 NOT NULL,
  buyer_credit_cents integer DEFAULT 0 NOT NULL,
  seller_credit_cents integer DEFAULT 0 NOT NULL,
  credit_party text,
  pay_credit_version integer DEFAULT 0 NOT NULL,
  paying_credit_cents integer DEFAULT 0 NOT NULL,
  last_credit_cents integer DEFAULT 0 NOT NULL,
  debt_party text,
  collect_debt_version integer DEFAULT 0 NOT NULL,
  collecting_debt_cents integer DEFAULT 0 NOT NULL,
  last_debt_cents integer DEFAULT 0 NOT NULL,
  waiting_since timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT deals_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT deals_product_id_id_fkey FOREIGN KEY (product_id, id) REFERENCES trades(product_id, id),
  CONSTRAINT deals_buyer_credit_cents_check CHECK (buyer_credit_cents >= 0),
  CONSTRAINT deals_cancellation_check CHECK (cancellation = ANY (ARRAY['payment'::text, 'not-shipped'::text, 'undone'::text, 'by-us'::text])),
  CONSTRAINT deals_cancelled_for_a_reason CHECK ((state = 'cancelled'::text) = (cancellation IS NOT NULL)),
  CONSTRAINT deals_carried CHECK (carried_cents >= 0 AND carried_over_cents >= 0),
  CONSTRAINT deals_charged_back_cents_check CHECK (charged_back_cents >= 0),
  CONSTRAINT deals_choice_check CHECK (choice = ANY (ARRAY['none'::text, 'open'::text, 'refund'::text, 'wait'::text, 'lowest-ask'::text, 'replaced'::text])),
  CONSTRAINT deals_claim_check CHECK (claim = ANY (ARRAY['none'::text, 'open'::text, 'return'::text, 'decided'::text])),
  CONSTRAINT deals_collected_cents_check CHECK (collected_cents >= 0),
  CONSTRAINT deals_collecting_debt_cents_check CHECK (collecting_debt_cents >= 0),
  CONSTRAINT deals_credit CHECK (credit_party IS NOT NULL OR (paying_credit_cents + last_credit_cents) = 0),
  CONSTRAINT deals_credit_party_check CHECK (credit_party = ANY (ARRAY['buyer'::text, 'seller'::text])),
  CONSTRAINT deals_debt CHECK (debt_party IS NOT NULL OR (collecting_debt_cents + last_debt_cents) = 0),
  CONSTRAINT deals_debt_party_check CHECK (debt_party = ANY (ARRAY['buyer'::text, 'seller'::text])),
  CONSTRAINT deals_ending_check CHECK (ending = ANY (ARRAY['complete'::text, 'closed'::text])),
  CONSTRAINT deals_final_have_no_clock CHECK ((state <> ALL (ARRAY['complete'::text, 'closed'::text])) OR due_at IS NULL),
  CONSTRAINT deals_final_owe_nothing CHECK ((state <> ALL (ARRAY['complete'::text, 'closed'::text])) OR (collecting_cents + held_cents + owed_seller_cents + owed_buyer_cents + paying_out_cents + refunding_cents) = 0),
  CONSTRAINT deals_first_method_check CHECK (first_method = ANY (ARRAY['card'::text, 'bank-transfer'::text])),
  CONSTRAINT deals_last_credit_cents_check CHECK (last_credit_cents >= 0),
  CONSTRAINT deals_last_debt_cents_check CHECK (last_debt_cents >= 0),
  CONSTRAINT deals_method_check CHECK (method = ANY (ARRAY['card'::text, 'bank-transfer'::text])),
  CONSTRAINT deals_nothing_negative CHECK (LEAST(collecting_cents, held_cents, owed_seller_cents, owed_buyer_cents, paying_out_cents, refunding_cents) >= 0),
  CONSTRAINT deals_one_clock CHECK (due_at IS NULL OR paused_ms IS NULL),
  CONSTRAINT deals_paid_out_cents_check CHECK (paid_out_cents >= 0),
  CONSTRAINT deals_parcel_in_check CHECK (parcel_in = ANY (ARRAY['none'::text, 'announced'::text, 'moving'::text, 'arrived'::text, 'late'::text, 'lost'::text, 'already-here'::text])),
  CONSTRAINT deals_parcel_out_check CHECK (parcel_out = ANY (ARRAY['none'::text, 'announced'::text, 'moving'::text, 'arrived'::text, 'late'::text, 'lost'::text])),
  CONSTRAINT deals_paused_ms_check CHECK (paused_ms >= 0::double precision),
  CONSTRAINT deals_paying_credit_cents_check CHECK (paying_credit_cents >= 0),
  CONSTRAINT deals_payment_check CHECK (payment = ANY (ARRAY['none'::text, 'collecting'::text, 'needs-buyer'::text, 'held'::text, 'refunding'::text, 'refunded'::text, 'failed'::text, 'disputed'::text, 'won'::text, 'lost'::text])),
  CONSTRAINT deals_payout_check CHECK (payout = ANY (ARRAY['none'::text, 'due'::text, 'sending'::text, 'sent'::text, 'failed'::text])),
  CONSTRAINT deals_penalty_check CHECK (penalty = ANY (ARRAY['none'::text, 'pending'::text, 'appealed'::text, 'charged'::text, 'waived'::text])),
  CONSTRAINT deals_penalty_collected_cents_check CHECK (penalty_collected_cents >= 0),
  CONSTRAINT deals_refunded_cents_check CHECK (refunded_cents >= 0),
  CONSTRAINT deals_seller_credit_cents_check CHECK (seller_credit_cents >= 0),
  CONSTRAINT deals_state_check CHECK (state = ANY (ARRAY['unpaid'::text, 'paid'::text, 'shipped'::text, 'received'::text, 'objectable'::text, 'verified'::text, 'sent'::text, 'delivered'::text, 'rejected'::text, 'lost'::text, 'cancelled'::text, 'complete'::text, 'closed'::text])),
  CONSTRAINT deals_version_check CHECK (version >= 0)
);
CREATE INDEX deals_at_the_desk ON deals USING btree (state, is_overdue DESC, waiting_since, product_id, id) WHERE state = ANY (ARRAY['shipped'::text, 'received'::text, 'verified'::text, 'sent'::text]);
CREATE INDEX deals_due ON deals USING btree (due_at, product_id, id) WHERE due_at IS NOT NULL;
CREATE INDEX deals_lost ON deals USING btree (is_overdue DESC, waiting_since, product_id, id) WHERE state = 'lost'::text AND ending IS NULL;
CREATE INDEX deals_to_collect ON deals USING btree (at, product_id, id) WHERE state = 'unpaid'::text AND payment = 'none'::text;
CREATE INDEX deals_to_pay_out ON deals USING btree (at, product_id, id) WHERE payout = 'due'::text;
CREATE INDEX deals_to_return ON deals USING btree (is_overdue DESC, waiting_since, product_id, id) WHERE parcel_out = 'none'::text AND (state = 'rejected'::text OR (state = ANY (ARRAY['lost'::text, 'cancelled'::text, 'closed'::text])) AND (parcel_in = 'arrived'::text OR is_pair_here) AND payout = 'none'::text);
CREATE INDEX deals_unpaid ON deals USING btree (at, product_id, id) WHERE state = 'unpaid'::text;
CREATE INDEX deals_with_appeals ON deals USING btree (at, product_id, id) WHERE penalty = 'appealed'::text;
CREATE INDEX deals_with_claims ON deals USING btree (at, product_id, id) WHERE claim = 'open'::text;
CREATE INDEX deals_with_disputes ON deals USING btree (at, product_id, id) WHERE payment = 'disputed'::text;
CREATE INDEX deals_with_failed_payouts ON deals USING btree (at, product_id, id) WHERE payout = 'failed'::text AND (owed_seller_cents > 0 OR seller_credit_cents > 0);
CREATE INDEX deals_with_failed_refunds ON deals USING btree (at, product_id, id) WHERE owed_buyer_cents > 0 AND refunding_cents = 0 AND collecting_cents = 0 AND payment <> 'disputed'::text AND (choice = ANY (ARRAY['none'::text, 'refund'::text, 'replaced'::text]));
CREATE INDEX deals_with_objections ON deals USING btree (is_overdue DESC, waiting_since, product_id, id) WHERE state = 'objectable'::text AND has_objected;
CREATE INDEX deals_with_returns ON deals USING btree (is_overdue DESC, waiting_since, product_id, id) WHERE claim = 'return'::text AND ending IS NULL;

CREATE TABLE claim_photos (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  hash text NOT NULL,
  CONSTRAINT claim_photos_pkey PRIMARY KEY (product_id, deal_id, id),
  CONSTRAINT claim_photos_product_id_deal_id_fkey FOREIGN KEY (product_id, deal_id) REFERENCES deals(product_id, id),
  CONSTRAINT claim_photos_hash_check CHECK (hash ~ '^[0-9a-f]{64}$'::text)
);

CREATE TABLE collection_left (
  user_id text NOT NULL,
  trade_id uuid NOT NULL,
  left_on date,
  CONSTRAINT collection_left_pkey PRIMARY KEY (user_id, trade_id)
);

CREATE TABLE collection_pairs (
  user_id text NOT NULL,
  id uuid NOT NULL,
  product_id integer NOT NULL,
  size text NOT NULL,
  price_cents integer NOT NULL,
  acquired_on date NOT NULL,
  left_on date,
  CONSTRAINT collection_pairs_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT collection_pairs_left_later CHECK (left_on >= acquired_on),
  CONSTRAINT collection_pairs_price CHECK (price_cents > 0)
);

CREATE TABLE daily_roots (
  day date NOT NULL,
  ledger text NOT NULL,
  journal text NOT NULL,
  CONSTRAINT daily_roots_pkey PRIMARY KEY (day)
);
CREATE TRIGGER daily_roots_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON daily_roots FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE deal_events (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  version integer NOT NULL,
  event text NOT NULL,
  data jsonb NOT NULL,
  actor_kind text NOT NULL,
  actor_id text,
  at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT deal_events_pkey PRIMARY KEY (product_id, deal_id, version),
  CONSTRAINT deal_events_product_id_deal_id_fkey FOREIGN KEY (product_id, deal_id) REFERENCES deals(product_id, id),
  CONSTRAINT deal_events_actor CHECK ((actor_kind = ANY (ARRAY['member'::text, 'provider'::text])) = (actor_id IS NOT NULL)),
  CONSTRAINT deal_events_actor_kind_check CHECK (actor_kind = ANY (ARRAY['buyer'::text, 'seller'::text, 'member'::text, 'provider'::text, 'clock'::text])),
  CONSTRAINT deal_events_version_check CHECK (version > 0)
);
CREATE INDEX deal_events_by_time ON deal_events USING btree (at, product_id, deal_id, version);
CREATE TRIGGER deal_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON deal_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE deal_photos (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  id uuid NOT NULL,
  member text NOT NULL,
  subject text NOT NULL,
  at timestamp with time zone NOT NULL,
  hash text NOT NULL,
  CONSTRAINT deal_photos_pkey PRIMARY KEY (product_id, deal_id, id),
  CONSTRAINT deal_photos_product_id_deal_id_fkey FOREIGN KEY (product_id, deal_id) REFERENCES deals(product_id, id),
  CONSTRAINT deal_photos_hash_check CHECK (hash ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT deal_photos_subject_check CHECK (subject = ANY (ARRAY['parcel'::text, 'box'::text, 'box-label'::text, 'contents'::text, 'sides'::text, 'soles'::text, 'inside'::text, 'shoe-label'::text, 'defect'::text]))
);
CREATE TRIGGER deal_photos_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON deal_photos FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE deal_start (
  is_only boolean DEFAULT true NOT NULL,
  at timestamp with time zone NOT NULL,
  provider text NOT NULL,
  CONSTRAINT deal_start_pkey PRIMARY KEY (is_only),
  CONSTRAINT deal_start_is_only_check CHECK (is_only),
  CONSTRAINT deal_start_provider_check CHECK (provider = ANY (ARRAY['play'::text, 'stripe'::text, 'bank'::text]))
);

CREATE TABLE departures (
  user_id text NOT NULL,
  pseudonym text NOT NULL,
  left_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT departures_pkey PRIMARY KEY (user_id),
  CONSTRAINT departures_two_ids CHECK (pseudonym <> user_id)
);

CREATE TABLE desk_acts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  member text NOT NULL,
  role text,
  act text NOT NULL,
  subject text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text,
  CONSTRAINT desk_acts_pkey PRIMARY KEY (id),
  CONSTRAINT desk_acts_request CHECK ((role IS NULL) = (request_id IS NULL))
);
CREATE INDEX desk_acts_about ON desk_acts USING btree (subject, at, id);
CREATE INDEX desk_acts_by_time ON desk_acts USING btree (at, id);
CREATE INDEX desk_acts_of_kind ON desk_acts USING btree (act, at, id);
CREATE INDEX desk_acts_of_kind_by_member ON desk_acts USING btree (act, member, at, id);
CREATE INDEX desk_acts_of_member ON desk_acts USING btree (member, at, id);
CREATE TRIGGER desk_acts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON desk_acts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE desk_filters (
  id uuid NOT NULL,
  user_id text NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  CONSTRAINT desk_filters_pkey PRIMARY KEY (id)
);
CREATE INDEX desk_filters_of_user ON desk_filters USING btree (user_id, id);

CREATE TABLE erasure_remains (
  pseudonym text NOT NULL,
  look_at timestamp with time zone DEFAULT now() NOT NULL,
  name text,
  surname text,
  street text,
  street_number text,
  zip text,
  city text,
  country text,
  phone text,
  CONSTRAINT erasure_remains_pkey PRIMARY KEY (pseudonym),
  CONSTRAINT erasure_remains_address CHECK (num_nulls(name, surname, street, street_number, zip, city, country, phone) = ANY (ARRAY[0, 8]))
);
CREATE INDEX erasure_remains_due ON erasure_remains USING btree (look_at);

CREATE TABLE event_heads (
  user_id text NOT NULL,
  last_number bigint DEFAULT 0 NOT NULL,
  saved_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  CONSTRAINT event_heads_pkey PRIMARY KEY (user_id),
  CONSTRAINT event_heads_number CHECK (last_number >= 0)
);

CREATE TABLE expected_verdicts (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  expected text NOT NULL,
  member text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT expected_verdicts_pkey PRIMARY KEY (product_id, deal_id),
  CONSTRAINT expected_verdicts_product_id_deal_id_fkey FOREIGN KEY (product_id, deal_id) REFERENCES deals(product_id, id),
  CONSTRAINT expected_verdicts_expected_check CHECK (expected = ANY (ARRAY['pass'::text, 'wrong-product'::text, 'wrong-size'::text, 'worn'::text, 'damaged'::text, 'not-authentic'::text, 'box-damaged'::text, 'incomplete'::text]))
);
CREATE INDEX expected_verdicts_by_time ON expected_verdicts USING btree (at);

CREATE TABLE feed_announcements (
  lane uuid NOT NULL,
  seq integer NOT NULL,
  products integer[] NOT NULL,
  CONSTRAINT feed_announcements_pkey PRIMARY KEY (lane)
);

CREATE TABLE feed_readers (
  reader text NOT NULL,
  rules integer DEFAULT 0 NOT NULL,
  CONSTRAINT feed_readers_pkey PRIMARY KEY (reader)
);

CREATE TABLE feed_cursors (
  reader text NOT NULL,
  lane uuid NOT NULL,
  seq integer NOT NULL,
  CONSTRAINT feed_cursors_pkey PRIMARY KEY (reader, lane),
  CONSTRAINT feed_cursors_reader_fkey FOREIGN KEY (reader) REFERENCES feed_readers(reader)
);

CREATE TABLE first_partners (
  user_id text NOT NULL,
  partner_id text NOT NULL,
  first_trade_id uuid NOT NULL,
  other_trade_id uuid,
  CONSTRAINT first_partners_pkey PRIMARY KEY (user_id),
  CONSTRAINT first_partners_later CHECK (other_trade_id > first_trade_id),
  CONSTRAINT first_partners_two_users CHECK (partner_id <> user_id)
);
CREATE INDEX first_partners_of_partner ON first_partners USING btree (partner_id);

CREATE TABLE identity_attempts (
  key text NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint NOT NULL,
  CONSTRAINT identity_attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX identity_attempts_expire ON identity_attempts USING btree (expire);

CREATE TABLE identity_users (
  id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  image text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT identity_users_pkey PRIMARY KEY (id),
  CONSTRAINT identity_users_email_unique UNIQUE (email),
  CONSTRAINT identity_users_email_lower_case CHECK (email = lower(email))
);
CREATE INDEX identity_users_by_email ON identity_users USING btree (email text_pattern_ops);
CREATE INDEX identity_users_by_name ON identity_users USING btree (lower(name) text_pattern_ops);

CREATE TABLE identity_authenticator_apps (
  user_id text NOT NULL,
  sealed_secret text NOT NULL,
  last_step integer,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone,
  CONSTRAINT identity_authenticator_apps_pkey PRIMARY KEY (user_id),
  CONSTRAINT identity_authenticator_apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);

CREATE TABLE identity_challenges (
  token_hash text NOT NULL,
  purpose text NOT NULL,
  user_id text,
  data jsonb NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT identity_challenges_pkey PRIMARY KEY (token_hash),
  CONSTRAINT identity_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);
CREATE INDEX identity_challenges_expires_at ON identity_challenges USING btree (expires_at);
CREATE INDEX identity_challenges_user_id ON identity_challenges USING btree (user_id);

CREATE TABLE identity_email_changes (
  user_id text NOT NULL,
  new_email text NOT NULL,
  old_code_hash text,
  new_code_hash text,
  old_opened boolean NOT NULL,
  new_opened boolean DEFAULT false NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT identity_email_changes_pkey PRIMARY KEY (user_id),
  CONSTRAINT identity_email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE,
  CONSTRAINT identity_email_changes_lower_case CHECK (new_email = lower(new_email))
);
CREATE INDEX identity_email_changes_expires_at ON identity_email_changes USING btree (expires_at);
CREATE INDEX identity_email_changes_new_code ON identity_email_changes USING btree (new_code_hash);
CREATE INDEX identity_email_changes_old_code ON identity_email_changes USING btree (old_code_hash);

CREATE TABLE identity_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id text NOT NULL,
  kind text NOT NULL,
  proofs text[] DEFAULT '{}'::text[] NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  happened_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT identity_events_pkey PRIMARY KEY (id),
  CONSTRAINT identity_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);
CREATE INDEX identity_events_happened_at ON identity_events USING btree (happened_at);
CREATE INDEX identity_events_user_id ON identity_events USING btree (user_id, id DESC);

CREATE TABLE identity_handovers (
  user_id text NOT NULL,
  cleared_at timestamp with time zone,
  CONSTRAINT identity_handovers_pkey PRIMARY KEY (user_id),
  CONSTRAINT identity_handovers_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);

CREATE TABLE identity_logins (
  id text NOT NULL,
  user_id text NOT NULL,
  provider_id text NOT NULL,
  account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  display_name text,
  CONSTRAINT identity_logins_pkey PRIMARY KEY (id),
  CONSTRAINT identity_logins_account_unique UNIQUE (provider_id, account_id),
  CONSTRAINT identity_logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX identity_logins_one_github ON identity_logins USING btree (user_id) WHERE provider_id = 'github'::text;
CREATE INDEX identity_logins_user_id ON identity_logins USING btree (user_id);

CREATE TABLE identity_phone_codes (
  purpose text NOT NULL,
  user_id text NOT NULL,
  code_hash text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  sent integer DEFAULT 1 NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT identity_phone_codes_pkey PRIMARY KEY (purpose),
  CONSTRAINT identity_phone_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);
CREATE INDEX identity_phone_codes_expires_at ON identity_phone_codes USING btree (expires_at);
CREATE INDEX identity_phone_codes_user_id ON identity_phone_codes USING btree (user_id);

CREATE TABLE identity_phones (
  user_id text NOT NULL,
  sealed_number text NOT NULL,
  ending text NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone,
  CONSTRAINT identity_phones_pkey PRIMARY KEY (user_id),
  CONSTRAINT identity_phones_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);

CREATE TABLE identity_recovery_codes (
  user_id text NOT NULL,
  code_hash text NOT NULL,
  CONSTRAINT identity_recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT identity_recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);

CREATE TABLE identity_sessions (
  id text NOT NULL,
  token text NOT NULL,
  user_id text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  proved_at timestamp with time zone DEFAULT now() NOT NULL,
  used_at timestamp with time zone,
  factor_proved_at timestamp with time zone,
  CONSTRAINT identity_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT identity_sessions_token_unique UNIQUE (token),
  CONSTRAINT identity_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);
CREATE INDEX identity_sessions_expires_at ON identity_sessions USING btree (expires_at);
CREATE INDEX identity_sessions_user_id ON identity_sessions USING btree (user_id);

CREATE TABLE identity_trusted_devices (
  token_hash text NOT NULL,
  user_id text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT identity_trusted_devices_pkey PRIMARY KEY (token_hash),
  CONSTRAINT identity_trusted_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);
CREATE INDEX identity_trusted_devices_expires_at ON identity_trusted_devices USING btree (expires_at);
CREATE INDEX identity_trusted_devices_user_id ON identity_trusted_devices USING btree (user_id);

CREATE TABLE identity_verifications (
  id text NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT identity_verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX identity_verifications_expires_at ON identity_verifications USING btree (expires_at);
CREATE INDEX identity_verifications_identifier ON identity_verifications USING btree (identifier);
CREATE INDEX identity_verifications_value ON identity_verifications USING btree (value);

CREATE TABLE jobs (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  kind text NOT NULL,
  data jsonb NOT NULL,
  run_at timestamp with time zone DEFAULT now() NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  key text,
  CONSTRAINT jobs_pkey PRIMARY KEY (id),
  CONSTRAINT jobs_attempts_counted CHECK (attempts >= 0)
);
CREATE UNIQUE INDEX jobs_kind_key ON jobs USING btree (kind, key);
CREATE INDEX jobs_kind_run_at ON jobs USING btree (kind, run_at);

CREATE TABLE key_orders (
  user_id text NOT NULL,
  key_id uuid NOT NULL,
  order_id uuid NOT NULL,
  product_id integer NOT NULL,
  placed_on date NOT NULL,
  price_cents integer NOT NULL,
  attempts integer NOT NULL,
  is_placed boolean NOT NULL,
  CONSTRAINT key_orders_pkey PRIMARY KEY (user_id, key_id, order_id, product_id),
  CONSTRAINT key_orders_user_id_key_id_fkey FOREIGN KEY (user_id, key_id) REFERENCES api_keys(user_id, id) ON DELETE CASCADE
);
CREATE INDEX key_orders_by_day ON key_orders USING btree (placed_on);

CREATE TABLE lanes (
  lane uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT lanes_pkey PRIMARY KEY (lane)
);

CREATE TABLE ledger_closing (
  is_only boolean DEFAULT true NOT NULL,
  closed_day date NOT NULL,
  CONSTRAINT ledger_closing_pkey PRIMARY KEY (is_only),
  CONSTRAINT ledger_closing_is_only_check CHECK (is_only)
);

CREATE TABLE ledger_days (
  day date NOT NULL,
  account text NOT NULL,
  in_cents bigint NOT NULL,
  out_cents bigint NOT NULL,
  transfers integer NOT NULL,
  CONSTRAINT ledger_days_pkey PRIMARY KEY (account, day)
);

CREATE TABLE members (
  name text NOT NULL,
  user_id text,
  role text,
  has_digest boolean DEFAULT true NOT NULL,
  digest_on date,
  CONSTRAINT members_pkey PRIMARY KEY (name),
  CONSTRAINT members_user_id_key UNIQUE (user_id),
  CONSTRAINT members_name_check CHECK (name ~ '^[a-z][a-z0-9-]{1,29}$'::text),
  CONSTRAINT members_role_check CHECK (role = ANY (ARRAY['desk'::text, 'finance'::text, 'admin'::text]))
);

CREATE TABLE member_invitations (
  id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  name text NOT NULL,
  code_hash text,
  invited_by text NOT NULL,
  invited_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone DEFAULT now() + '7 days'::interval NOT NULL,
  CONSTRAINT member_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT member_invitations_code_hash_key UNIQUE (code_hash),
  CONSTRAINT member_invitations_email_key UNIQUE (email),
  CONSTRAINT member_invitations_name_key UNIQUE (name),
  CONSTRAINT member_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES members(name),
  CONSTRAINT member_invitations_name_check CHECK (name ~ '^[a-z][a-z0-9-]{1,29}$'::text),
  CONSTRAINT member_invitations_role_check CHECK (role = ANY (ARRAY['desk'::text, 'finance'::text, 'admin'::text]))
);

CREATE TABLE migrations (
  name text NOT NULL,
  hash text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE money_lines (
  deal_id uuid NOT NULL,
  user_id text NOT NULL,
  kind text NOT NULL,
  product_id integer NOT NULL,
  place text NOT NULL,
  cents integer NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT money_lines_pkey PRIMARY KEY (deal_id, user_id, kind),
  CONSTRAINT money_lines_cents_check CHECK (cents > 0),
  CONSTRAINT money_lines_place_check CHECK (place = ANY (ARRAY['held'::text, 'due'::text, 'in-flight'::text, 'paid'::text, 'owed'::text]))
);
CREATE INDEX money_lines_by_place ON money_lines USING btree (user_id, place, at, deal_id, kind);
CREATE INDEX money_lines_of_user ON money_lines USING btree (user_id, at, deal_id, kind);

CREATE TABLE money_sums (
  user_id text NOT NULL,
  payment_held_cents bigint DEFAULT 0 NOT NULL,
  collecting_cents bigint DEFAULT 0 NOT NULL,
  refund_owed_cents bigint DEFAULT 0 NOT NULL,
  refund_on_its_way_cents bigint DEFAULT 0 NOT NULL,
  refunded_cents bigint DEFAULT 0 NOT NULL,
  spent_cents bigint DEFAULT 0 NOT NULL,
  sale_held_cents bigint DEFAULT 0 NOT NULL,
  payout_owed_cents bigint DEFAULT 0 NOT NULL,
  payout_on_its_way_cents bigint DEFAULT 0 NOT NULL,
  paid_out_cents bigint DEFAULT 0 NOT NULL,
  fees_owed_cents bigint DEFAULT 0 NOT NULL,
  settled_cents bigint DEFAULT 0 NOT NULL,
  credited_cents bigint DEFAULT 0 NOT NULL,
  penalty_cents bigint DEFAULT 0 NOT NULL,
  credit_on_its_way_cents bigint DEFAULT 0 NOT NULL,
  credit_paid_cents bigint DEFAULT 0 NOT NULL,
  penalty_paid_cents bigint DEFAULT 0 NOT NULL,
  debt_on_its_way_cents bigint DEFAULT 0 NOT NULL,
  debt_paid_cents bigint DEFAULT 0 NOT NULL,
  debt_charged_back_cents bigint DEFAULT 0 NOT NULL,
  CONSTRAINT money_sums_pkey PRIMARY KEY (user_id)
);
CREATE INDEX money_sums_in_credit ON money_sums USING btree (user_id) WHERE (settled_cents + credited_cents + debt_paid_cents) > (penalty_cents + fees_owed_cents + debt_charged_back_cents);
CREATE INDEX money_sums_in_debt ON money_sums USING btree (user_id) WHERE (penalty_cents + fees_owed_cents + debt_charged_back_cents) > (settled_cents + credited_cents + debt_paid_cents);
CREATE INDEX money_sums_paid_out ON money_sums USING btree (paid_out_cents DESC, user_id) WHERE paid_out_cents > 0;
CREATE INDEX money_sums_to_collect ON money_sums USING btree (user_id) WHERE penalty_paid_cents < LEAST(penalty_cents, settled_cents + credited_cents + debt_paid_cents);

CREATE TABLE notice_mails (
  user_id text NOT NULL,
  kind text NOT NULL,
  is_on boolean NOT NULL,
  mailed_day date,
  CONSTRAINT notice_mails_pkey PRIMARY KEY (user_id, kind),
  CONSTRAINT notice_mails_kind CHECK (kind = ANY (ARRAY['trade'::text, 'outbid'::text, 'undercut'::text, 'removed'::text, 'expiring'::text, 'alert'::text, 'release'::text, 'deal'::text, 'close'::text]))
);
CREATE INDEX notice_mails_of_close ON notice_mails USING btree (mailed_day) WHERE kind = 'close'::text AND is_on;

CREATE TABLE notices (
  user_id text NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  product_id integer,
  size text NOT NULL,
  order_seq integer,
  side text NOT NULL,
  price_cents integer,
  trade_id uuid,
  made_at timestamp with time zone NOT NULL,
  read_at timestamp with time zone,
  mail text DEFAULT 'none'::text NOT NULL,
  alert_cents integer,
  deal_id uuid,
  deal_version integer,
  deal_news text,
  block_reason text,
  is_of_hidden boolean DEFAULT false NOT NULL,
  CONSTRAINT notices_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT notices_id_key UNIQUE (id),
  CONSTRAINT notices_of_trade UNIQUE (trade_id, user_id),
  CONSTRAINT notices_alert CHECK ((alert_cents IS NULL) = (kind <> 'alert'::text)),
  CONSTRAINT notices_alert_met CHECK (price_cents <= alert_cents),
  CONSTRAINT notices_block CHECK ((block_reason IS NOT NULL) = (kind = 'blocked'::text)),
  CONSTRAINT notices_deal CHECK (num_nulls(deal_id, deal_version, deal_news) =
CASE kind
    WHEN 'deal'::text THEN 0
    ELSE 3
END),
  CONSTRAINT notices_kind CHECK (kind = ANY (ARRAY['trade'::text, 'outbid'::text, 'undercut'::text, 'removed'::text, 'expiring'::text, 'alert'::text, 'release'::text, 'deal'::text, 'blocked'::text, 'unblocked'::text, 'key-made'::text, 'webhook-off'::text])),
  CONSTRAINT notices_mail CHECK (mail = ANY (ARRAY['none'::text, 'waiting'::text, 'sent'::text, 'failed'::text])),
  CONSTRAINT notices_of_hidden CHECK (NOT is_of_hidden OR kind = 'removed'::text),
  CONSTRAINT notices_order CHECK ((order_seq IS NULL) = (kind = ANY (ARRAY['alert'::text, 'release'::text, 'deal'::text, 'blocked'::text, 'unblocked'::text, 'key-made'::text, 'webhook-off'::text]))),
  CONSTRAINT notices_price CHECK ((price_cents IS NULL) = (kind = ANY (ARRAY['release'::text, 'blocked'::text, 'unblocked'::text, 'key-made'::text, 'webhook-off'::text]))),
  CONSTRAINT notices_product CHECK ((product_id IS NULL) = (kind = ANY (ARRAY['blocked'::text, 'unblocked'::text, 'key-made'::text, 'webhook-off'::text]))),
  CONSTRAINT notices_side CHECK (side = ANY (ARRAY['ask'::text, 'bid'::text])),
  CONSTRAINT notices_trade CHECK ((kind = 'trade'::text) = (trade_id IS NOT NULL))
);
CREATE INDEX notices_made_at ON notices USING btree (made_at);
CREATE UNIQUE INDEX notices_of_block ON notices USING btree (user_id, made_at) WHERE kind = ANY (ARRAY['blocked'::text, 'unblocked'::text]);
CREATE UNIQUE INDEX notices_of_deal ON notices USING btree (user_id, deal_id, deal_version, deal_news) WHERE kind = 'deal'::text;
CREATE UNIQUE INDEX notices_of_expiry ON notices USING btree (user_id, product_id, size, order_seq, made_at) WHERE kind = 'expiring'::text;
CREATE INDEX notices_of_order ON notices USING btree (product_id, size, order_seq, made_at) WHERE kind = ANY (ARRAY['outbid'::text, 'undercut'::text]);
CREATE UNIQUE INDEX notices_of_release ON notices USING btree (user_id, product_id, made_at) WHERE kind = 'release'::text;
CREATE INDEX notices_read ON notices USING btree (made_at) WHERE read_at IS NOT NULL;
CREATE INDEX notices_unread ON notices USING btree (user_id) WHERE read_at IS NULL;

CREATE TABLE odd_sales (
  product_id integer NOT NULL,
  id uuid NOT NULL,
  size text NOT NULL,
  reason text NOT NULL,
  CONSTRAINT odd_sales_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT odd_sales_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT odd_sales_reason_check CHECK (reason = ANY (ARRAY['repeat'::text, 'price'::text]))
);

CREATE TABLE open_orders_of_users (
  product_id integer NOT NULL,
  size text NOT NULL,
  seq integer NOT NULL,
  user_id text NOT NULL,
  order_id uuid NOT NULL,
  side text NOT NULL,
  price_cents integer NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  group_id uuid,
  is_relisting boolean,
  CONSTRAINT open_orders_of_users_pkey PRIMARY KEY (product_id, size, seq),
  CONSTRAINT open_orders_of_users_side CHECK (side = ANY (ARRAY['ask'::text, 'bid'::text]))
);
CREATE INDEX open_orders_of_users_by_user ON open_orders_of_users USING btree (user_id, order_id);

CREATE TABLE orders (
  product_id integer NOT NULL,
  size text NOT NULL,
  seq integer NOT NULL,
  user_id text NOT NULL,
  order_id uuid NOT NULL,
  call text NOT NULL,
  side text NOT NULL,
  price_cents integer NOT NULL,
  status text NOT NULL,
  closed_seq integer,
  accepted_at timestamp with time zone NOT NULL,
  traded_price_cents integer,
  expires_at timestamp with time zone,
  group_id uuid,
  is_relisting boolean,
  first_seq integer,
  CONSTRAINT orders_pkey PRIMARY KEY (product_id, size, seq),
  CONSTRAINT orders_call CHECK (side = 'ask'::text AND (call = ANY (ARRAY['ask'::text, 'sell'::text])) OR side = 'bid'::text AND (call = ANY (ARRAY['bid'::text, 'buy'::text]))),
  CONSTRAINT orders_closed CHECK ((status = 'open'::text) = (closed_seq IS NULL)),
  CONSTRAINT orders_closed_later CHECK (closed_seq >= seq),
  CONSTRAINT orders_group CHECK (group_id IS NULL OR side = 'bid'::text),
  CONSTRAINT orders_lifetime CHECK (expires_at IS NULL OR (call = ANY (ARRAY['ask'::text, 'bid'::text])) AND expires_at > accepted_at),
  CONSTRAINT orders_now_or_never CHECK ((call = ANY (ARRAY['ask'::text, 'bid'::text])) OR status = 'traded'::text AND closed_seq = seq),
  CONSTRAINT orders_price CHECK (price_cents >= 100 AND price_cents <= 100000000 AND (price_cents % 100) = 0),
  CONSTRAINT orders_relisting CHECK (is_relisting IS NULL OR side = 'ask'::text AND NOT is_relisting),
  CONSTRAINT orders_seq_check CHECK (seq > 0),
  CONSTRAINT orders_status CHECK (status = ANY (ARRAY['open'::text, 'traded'::text, 'cancelled'::text])),
  CONSTRAINT orders_traded_at_once CHECK ((traded_price_cents IS NOT NULL) = (status = 'traded'::text AND closed_seq = seq))
) WITH (fillfactor=80, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.1);
CREATE UNIQUE INDEX orders_by_id ON orders USING btree (user_id, order_id, product_id);
CREATE INDEX orders_expiring ON orders USING btree (expires_at, product_id, size, seq) WHERE status = 'open'::text AND expires_at IS NOT NULL;
CREATE INDEX orders_in_groups ON orders USING btree (product_id, group_id) WHERE status = 'open'::text AND group_id IS NOT NULL;
CREATE INDEX orders_in_place_of_others ON orders USING btree (product_id, size, first_seq, seq) WHERE first_seq IS NOT NULL;
CREATE INDEX orders_open_asks ON orders USING btree (product_id, size, price_cents, seq) WHERE status = 'open'::text AND side = 'ask'::text;
CREATE INDEX orders_open_bids ON orders USING btree (product_id, size, price_cents DESC, seq) WHERE status = 'open'::text AND side = 'bid'::text;
CREATE INDEX orders_open_of_user ON orders USING btree (user_id, product_id, size) WHERE status = 'open'::text;

CREATE TABLE pair_reservations (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  number integer NOT NULL,
  member text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT pair_reservations_pkey PRIMARY KEY (product_id, deal_id, number),
  CONSTRAINT pair_reservations_product_id_deal_id_fkey FOREIGN KEY (product_id, deal_id) REFERENCES deals(product_id, id),
  CONSTRAINT pair_reservations_number_check CHECK (number > 0)
);
CREATE TRIGGER pair_reservations_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON pair_reservations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE pair_reviews (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  number integer NOT NULL,
  member text NOT NULL,
  verdict text NOT NULL,
  reasons text[] NOT NULL,
  points text[] NOT NULL,
  answers boolean[] NOT NULL,
  is_second_needed boolean NOT NULL,
  is_of_objection boolean NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT pair_reviews_pkey PRIMARY KEY (product_id, deal_id, number),
  CONSTRAINT pair_reviews_member UNIQUE (product_id, deal_id, member),
  CONSTRAINT pair_reviews_product_id_deal_id_fkey FOREIGN KEY (product_id, deal_id) REFERENCES deals(product_id, id),
  CONSTRAINT pair_reviews_check CHECK (cardinality(answers) = cardinality(points)),
  CONSTRAINT pair_reviews_number_check CHECK (number > 0),
  CONSTRAINT pair_reviews_reasons CHECK ((verdict = 'fail'::text) = (cardinality(reasons) > 0)),
  CONSTRAINT pair_reviews_verdict_check CHECK (verdict = ANY (ARRAY['pass'::text, 'fail'::text]))
);
CREATE INDEX pair_reviews_by_time ON pair_reviews USING btree (at);
CREATE TRIGGER pair_reviews_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON pair_reviews FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE parcel_labels (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  receiver text NOT NULL,
  attempt integer DEFAULT 1 NOT NULL,
  state text NOT NULL,
  reason text,
  shipment_id text,
  carrier text,
  tracking_number text,
  cost text,
  image bytea,
  bought_at timestamp with time zone,
  address_hash text,
  CONSTRAINT parcel_labels_pkey PRIMARY KEY (product_id, deal_id, receiver),
  CONSTRAINT parcel_labels_product_id_deal_id_fkey FOREIGN KEY (product_id, deal_id) REFERENCES deals(product_id, id),
  CONSTRAINT parcel_labels_bought CHECK ((state = 'bought'::text) = (bought_at IS NOT NULL)),
  CONSTRAINT parcel_labels_carrier_check CHECK (carrier = ANY (ARRAY['ups'::text, 'usps'::text, 'fedex'::text, 'dhl'::text])),
  CONSTRAINT parcel_labels_reason CHECK ((state = ANY (ARRAY['refused'::text, 'stopped'::text])) = (reason IS NOT NULL)),
  CONSTRAINT parcel_labels_receiver_check CHECK (receiver = ANY (ARRAY['buyer'::text, 'seller'::text])),
  CONSTRAINT parcel_labels_state_check CHECK (state = ANY (ARRAY['buying'::text, 'bought'::text, 'refused'::text, 'stopped'::text]))
);
CREATE INDEX parcel_labels_with_image ON parcel_labels USING btree (bought_at) WHERE image IS NOT NULL;

CREATE TABLE parcels_from_us (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  version integer NOT NULL,
  receiver text NOT NULL,
  carrier text NOT NULL,
  tracking_number text NOT NULL,
  CONSTRAINT parcels_from_us_pkey PRIMARY KEY (product_id, deal_id, version),
  CONSTRAINT parcels_from_us_product_id_deal_id_version_fkey FOREIGN KEY (product_id, deal_id, version) REFERENCES deal_events(product_id, deal_id, version),
  CONSTRAINT parcels_from_us_carrier_check CHECK (carrier = ANY (ARRAY['ups'::text, 'usps'::text, 'fedex'::text, 'dhl'::text])),
  CONSTRAINT parcels_from_us_receiver_check CHECK (receiver = ANY (ARRAY['buyer'::text, 'seller'::text]))
);
CREATE INDEX parcels_from_us_by_tracking ON parcels_from_us USING btree (tracking_number);

CREATE TABLE party_steps (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  version integer NOT NULL,
  step_id uuid NOT NULL,
  carrier text,
  tracking_number text,
  problem text,
  reason text,
  CONSTRAINT party_steps_pkey PRIMARY KEY (product_id, deal_id, version),
  CONSTRAINT party_steps_id UNIQUE (product_id, deal_id, step_id),
  CONSTRAINT party_steps_product_id_deal_id_version_fkey FOREIGN KEY (product_id, deal_id, version) REFERENCES deal_events(product_id, deal_id, version),
  CONSTRAINT party_steps_carrier CHECK (carrier = ANY (ARRAY['ups'::text, 'usps'::text, 'fedex'::text, 'dhl'::text])),
  CONSTRAINT party_steps_parcel CHECK ((carrier IS NULL) = (tracking_number IS NULL)),
  CONSTRAINT party_steps_problem CHECK (problem = ANY (ARRAY['wrong-item'::text, 'damaged'::text, 'not-as-in-report'::text]))
);
CREATE INDEX party_steps_by_tracking ON party_steps USING btree (tracking_number) WHERE tracking_number IS NOT NULL;

CREATE TABLE past_sales (
  product_id integer NOT NULL,
  id uuid NOT NULL,
  size text NOT NULL,
  price_cents integer NOT NULL,
  sold_at timestamp with time zone NOT NULL,
  CONSTRAINT past_sales_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT past_sales_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT past_sales_price_cents_check CHECK (price_cents >= 100 AND price_cents <= 100000000 AND (price_cents % 100) = 0)
);
CREATE INDEX past_sales_of_size ON past_sales USING btree (product_id, size, id);

CREATE TABLE payment_accounts (
  user_id text NOT NULL,
  provider text NOT NULL,
  customer_ref text,
  setup_ref text,
  method_ref text,
  recipient_ref text,
  is_recipient_ready boolean DEFAULT false NOT NULL,
  recipient_removals integer DEFAULT 0 NOT NULL,
  CONSTRAINT payment_accounts_pkey PRIMARY KEY (user_id, provider),
  CONSTRAINT payment_accounts_method CHECK (method_ref IS NULL OR customer_ref IS NOT NULL),
  CONSTRAINT payment_accounts_recipient CHECK (NOT is_recipient_ready OR recipient_ref IS NOT NULL),
  CONSTRAINT payment_accounts_setup CHECK (setup_ref IS NULL OR customer_ref IS NOT NULL)
);

CREATE TABLE play_answers (
  key_hash text NOT NULL,
  request_hash text NOT NULL,
  answered_at timestamp with time zone NOT NULL,
  status integer DEFAULT 0 NOT NULL,
  answer jsonb DEFAULT 'null'::jsonb NOT NULL,
  CONSTRAINT play_answers_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX play_answers_by_age ON play_answers USING btree (answered_at);

CREATE TABLE play_events (
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  event jsonb NOT NULL,
  CONSTRAINT play_events_pkey PRIMARY KEY (seq)
);

CREATE TABLE play_objects (
  id text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  belongs_to text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  object jsonb NOT NULL,
  settles_at timestamp with time zone,
  will_fail boolean DEFAULT false NOT NULL,
  CONSTRAINT play_objects_pkey PRIMARY KEY (id),
  CONSTRAINT play_objects_seq_key UNIQUE (seq)
);
CREATE INDEX play_objects_listed ON play_objects USING btree (kind, belongs_to, seq);
CREATE INDEX play_objects_to_settle ON play_objects USING btree (settles_at) WHERE settles_at IS NOT NULL;

CREATE TABLE price_rules (
  user_id text NOT NULL,
  order_id uuid NOT NULL,
  product_id integer NOT NULL,
  size text NOT NULL,
  seq integer NOT NULL,
  floor_cents integer NOT NULL,
  lowest_until_cents integer NOT NULL,
  changes_from timestamp with time zone NOT NULL,
  look_at timestamp with time zone,
  leased_until timestamp with time zone,
  refusal text,
  set_at timestamp with time zone NOT NULL,
  successors uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  CONSTRAINT price_rules_pkey PRIMARY KEY (user_id, order_id, product_id),
  CONSTRAINT price_rules_floor CHECK (floor_cents >= 100 AND (floor_cents % 100) = 0)
);
CREATE UNIQUE INDEX price_rules_by_ask ON price_rules USING btree (product_id, size, seq);
CREATE INDEX price_rules_due ON price_rules USING btree (LEAST(look_at, leased_until)) WHERE LEAST(look_at, leased_until) IS NOT NULL;

CREATE TABLE product_drafts (
  id uuid NOT NULL,
  version integer NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  fields jsonb NOT NULL,
  pictures text[] NOT NULL,
  edited_by text NOT NULL,
  edited_at timestamp with time zone DEFAULT now() NOT NULL,
  product_id integer,
  base_product_id integer,
  base_fields jsonb,
  base_pictures text[],
  CONSTRAINT product_drafts_pkey PRIMARY KEY (id),
  CONSTRAINT product_drafts_base CHECK (num_nulls(base_product_id, base_fields, base_pictures) = ANY (ARRAY[0, 3])),
  CONSTRAINT product_drafts_published CHECK ((state = 'published'::text) = (product_id IS NOT NULL)),
  CONSTRAINT product_drafts_state_check CHECK (state = ANY (ARRAY['open'::text, 'published'::text, 'discarded'::text]))
);
CREATE UNIQUE INDEX product_drafts_of_product ON product_drafts USING btree (base_product_id) WHERE state = 'open'::text AND base_product_id IS NOT NULL;
CREATE INDEX product_drafts_open ON product_drafts USING btree (edited_at) WHERE state = 'open'::text;

CREATE TABLE product_pictures (
  product_id integer NOT NULL,
  "position" integer NOT NULL,
  source_url text NOT NULL,
  hash text,
  width integer,
  height integer,
  placeholder text,
  failure text,
  CONSTRAINT product_pictures_pkey PRIMARY KEY (product_id, "position"),
  CONSTRAINT product_pictures_once UNIQUE (product_id, source_url),
  CONSTRAINT product_pictures_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT product_pictures_counted CHECK ("position" >= 0),
  CONSTRAINT product_pictures_hash CHECK (hash ~ '^[0-9a-f]{32}$'::text),
  CONSTRAINT product_pictures_outcome CHECK (hash IS NULL OR failure IS NULL),
  CONSTRAINT product_pictures_size CHECK (width > 0 AND height > 0),
  CONSTRAINT product_pictures_whole CHECK (num_nulls(hash, width, height, placeholder) = ANY (ARRAY[0, 4]))
);

CREATE TABLE provider_calls (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  version integer NOT NULL,
  kind text NOT NULL,
  amount_cents integer NOT NULL,
  provider text,
  attempt integer DEFAULT 1 NOT NULL,
  outcome text,
  provider_ref text,
  decline_code text,
  checks integer DEFAULT 0 NOT NULL,
  check_at timestamp with time zone,
  revision integer DEFAULT 0 NOT NULL,
  customer_ref text,
  method_ref text,
  recipient_ref text,
  attempted_at timestamp with time zone,
  is_of_carried boolean DEFAULT false NOT NULL,
  checked_at timestamp with time zone,
  CONSTRAINT provider_calls_pkey PRIMARY KEY (product_id, deal_id, version, kind),
  CONSTRAINT provider_calls_product_id_deal_id_version_fkey FOREIGN KEY (product_id, deal_id, version) REFERENCES deal_events(product_id, deal_id, version),
  CONSTRAINT provider_calls_amount_cents_check CHECK (amount_cents > 0),
  CONSTRAINT provider_calls_attempt_check CHECK (attempt > 0),
  CONSTRAINT provider_calls_kind_check CHECK (kind = ANY (ARRAY['collect'::text, 'refund'::text, 'pay-out'::text, 'pay-credit'::text, 'collect-debt'::text])),
  CONSTRAINT provider_calls_outcome_check CHECK (outcome = ANY (ARRAY['unknown'::text, 'pending'::text, 'needs-buyer'::text, 'done'::text, 'declined'::text, 'wrong-amount'::text, 'replaced'::text]))
);
CREATE INDEX provider_calls_to_check ON provider_calls USING btree (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX provider_calls_unsent ON provider_calls USING btree (product_id, deal_id) WHERE outcome IS NULL;

CREATE TABLE provider_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT provider_events_pkey PRIMARY KEY (provider, event_id)
);

CREATE TABLE ready_pictures (
  key text NOT NULL,
  source_url text NOT NULL,
  hash text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  placeholder text NOT NULL,
  added_by text NOT NULL,
  added_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT ready_pictures_pkey PRIMARY KEY (key)
);
CREATE INDEX ready_pictures_hash ON ready_pictures USING btree (hash);

CREATE TABLE record_days (
  day date NOT NULL,
  kind text NOT NULL,
  hours integer NOT NULL,
  count integer NOT NULL,
  CONSTRAINT record_days_pkey PRIMARY KEY (day, kind, hours),
  CONSTRAINT record_days_day_fkey FOREIGN KEY (day) REFERENCES daily_roots(day),
  CONSTRAINT record_days_count_check CHECK (count > 0)
);

CREATE TABLE refusals (
  user_id text NOT NULL,
  order_id uuid NOT NULL,
  product_id integer NOT NULL,
  size text NOT NULL,
  call text NOT NULL,
  price_cents integer NOT NULL,
  code text NOT NULL,
  refused_at timestamp with time zone NOT NULL,
  CONSTRAINT refusals_pkey PRIMARY KEY (user_id, order_id, product_id),
  CONSTRAINT refusals_call CHECK (call = ANY (ARRAY['ask'::text, 'bid'::text, 'sell'::text, 'buy'::text]))
);
CREATE INDEX refusals_refused_at ON refusals USING btree (refused_at);

CREATE TABLE replacement_orders (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  version integer NOT NULL,
  order_id uuid NOT NULL,
  call text NOT NULL,
  price_cents integer NOT NULL,
  replaced_by uuid,
  CONSTRAINT replacement_orders_pkey PRIMARY KEY (product_id, deal_id, version),
  CONSTRAINT replacement_orders_id UNIQUE (product_id, order_id),
  CONSTRAINT replacement_orders_replaced_by UNIQUE (product_id, replaced_by),
  CONSTRAINT replacement_orders_product_id_deal_id_version_fkey FOREIGN KEY (product_id, deal_id, version) REFERENCES deal_events(product_id, deal_id, version),
  CONSTRAINT replacement_orders_product_id_replaced_by_fkey FOREIGN KEY (product_id, replaced_by) REFERENCES deals(product_id, id),
  CONSTRAINT replacement_orders_call CHECK (call = ANY (ARRAY['bid'::text, 'buy'::text]))
);

CREATE TABLE returned_asks (
  user_id text NOT NULL,
  order_id uuid NOT NULL,
  product_id integer NOT NULL,
  new_id uuid NOT NULL,
  CONSTRAINT returned_asks_pkey PRIMARY KEY (user_id, order_id, product_id)
);

CREATE TABLE sale_days (
  product_id integer NOT NULL,
  size text NOT NULL,
  day date NOT NULL,
  sales integer NOT NULL,
  open_id uuid NOT NULL,
  close_id uuid NOT NULL,
  open_cents integer NOT NULL,
  high_cents integer NOT NULL,
  low_cents integer NOT NULL,
  close_cents integer NOT NULL,
  sum_cents bigint NOT NULL,
  sum_of_squares numeric NOT NULL,
  CONSTRAINT sale_days_pkey PRIMARY KEY (product_id, size, day),
  CONSTRAINT sale_days_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT sale_days_prices CHECK (open_cents >= low_cents AND open_cents <= high_cents AND close_cents >= low_cents AND close_cents <= high_cents),
  CONSTRAINT sale_days_sales_check CHECK (sales > 0)
);
CREATE INDEX sale_days_of_market ON sale_days USING btree (day) WHERE size = ''::text;

CREATE TABLE search_aliases (
  alias text NOT NULL,
  meaning text NOT NULL,
  CONSTRAINT search_aliases_pkey PRIMARY KEY (alias),
  CONSTRAINT search_aliases_lengths CHECK (length(alias) >= 1 AND length(alias) <= 60 AND length(meaning) >= 1 AND length(meaning) <= 60)
);

CREATE TABLE trades_of_users (
  user_id text NOT NULL,
  side text NOT NULL,
  id uuid NOT NULL,
  product_id integer NOT NULL,
  size text NOT NULL,
  order_id uuid NOT NULL,
  price_cents integer NOT NULL,
  total_cents integer NOT NULL,
  traded_at timestamp with time zone NOT NULL,
  group_id uuid,
  transaction_fee_per_mille integer,
  CONSTRAINT trades_of_users_pkey PRIMARY KEY (user_id, side, id),
  CONSTRAINT trades_of_users_side CHECK (side = ANY (ARRAY['ask'::text, 'bid'::text]))
);

CREATE TABLE transfers (
  product_id integer NOT NULL,
  deal_id uuid NOT NULL,
  version integer NOT NULL,
  leg integer NOT NULL,
  from_account text NOT NULL,
  to_account text NOT NULL,
  amount_cents integer NOT NULL,
  CONSTRAINT transfers_pkey PRIMARY KEY (product_id, deal_id, version, leg),
  CONSTRAINT transfers_product_id_deal_id_version_fkey FOREIGN KEY (product_id, deal_id, version) REFERENCES deal_events(product_id, deal_id, version),
  CONSTRAINT transfers_accounts CHECK (ARRAY[from_account, to_account] <@ ARRAY['collecting'::text, 'held'::text, 'owed-seller'::text, 'owed-buyer'::text, 'paying-out'::text, 'refunding'::text, 'provider'::text, 'fees'::text, 'shipping'::text, 'penalties'::text, 'losses'::text, 'receivable-buyer'::text, 'receivable-seller'::text, 'paying-credit'::text, 'collecting-debt'::text]),
  CONSTRAINT transfers_amount_cents_check CHECK (amount_cents > 0),
  CONSTRAINT transfers_leg_check CHECK (leg > 0),
  CONSTRAINT transfers_two_accounts CHECK (from_account <> to_account)
);
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE user_events (
  user_id text NOT NULL,
  number bigint NOT NULL,
  kind text NOT NULL,
  data jsonb NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT user_events_pkey PRIMARY KEY (user_id, number),
  CONSTRAINT user_events_kind CHECK (kind = ANY (ARRAY['order'::text, 'trade'::text, 'deal'::text, 'money'::text]))
);
CREATE INDEX user_events_by_age ON user_events USING btree (saved_at, number);

CREATE TABLE user_notes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id text NOT NULL,
  member text NOT NULL,
  text text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  note_id uuid,
  CONSTRAINT user_notes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX user_notes_by_id ON user_notes USING btree (user_id, note_id);
CREATE INDEX user_notes_of_user ON user_notes USING btree (user_id, id);

CREATE TABLE vacations (
  user_id text NOT NULL,
  id uuid NOT NULL,
  state text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  started_at timestamp with time zone NOT NULL,
  CONSTRAINT vacations_pkey PRIMARY KEY (user_id),
  CONSTRAINT vacations_state CHECK (state = ANY (ARRAY['pausing'::text, 'away'::text, 'returning'::text, 'back'::text]))
);

CREATE TABLE vacation_asks (
  user_id text NOT NULL,
  order_id uuid NOT NULL,
  product_id integer NOT NULL,
  size text NOT NULL,
  seq integer NOT NULL,
  price_cents integer NOT NULL,
  left_ms bigint,
  state text DEFAULT 'pausing'::text NOT NULL,
  attempt integer DEFAULT 1 NOT NULL,
  answer text,
  floor_cents integer,
  is_relisting boolean,
  CONSTRAINT vacation_asks_pkey PRIMARY KEY (user_id, order_id, product_id),
  CONSTRAINT vacation_asks_user_id_fkey FOREIGN KEY (user_id) REFERENCES vacations(user_id) ON DELETE CASCADE,
  CONSTRAINT vacation_asks_price CHECK (price_cents > 0),
  CONSTRAINT vacation_asks_state CHECK (state = ANY (ARRAY['pausing'::text, 'away'::text, 'back'::text, 'refused'::text]))
);

CREATE TABLE watches (
  user_id text NOT NULL,
  product_id integer NOT NULL,
  size text NOT NULL,
  alert_cents integer,
  is_armed boolean DEFAULT true NOT NULL,
  alerted_at timestamp with time zone,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT watches_pkey PRIMARY KEY (user_id, product_id, size),
  CONSTRAINT watches_alert CHECK (alert_cents > 0)
);
CREATE INDEX watches_armed ON watches USING btree (product_id, size, alert_cents) WHERE alert_cents IS NOT NULL AND is_armed;
CREATE INDEX watches_disarmed ON watches USING btree (product_id, size, alert_cents) WHERE alert_cents IS NOT NULL AND NOT is_armed;
CREATE INDEX watches_of_product ON watches USING btree (product_id, made_at);
CREATE INDEX watches_resting ON watches USING btree (alerted_at) WHERE is_armed AND alert_cents IS NOT NULL;

CREATE TABLE webhooks (
  user_id text NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  kinds text[] NOT NULL,
  secret text NOT NULL,
  former_secret text,
  former_until timestamp with time zone,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  off_reason text,
  off_at timestamp with time zone,
  last_number bigint NOT NULL,
  lease bigint DEFAULT 0 NOT NULL,
  leased_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  paused_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  is_slow boolean DEFAULT false NOT NULL,
  CONSTRAINT webhooks_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT webhooks_former CHECK ((former_secret IS NULL) = (former_until IS NULL)),
  CONSTRAINT webhooks_kinds CHECK (cardinality(kinds) > 0 AND kinds <@ ARRAY['order'::text, 'trade'::text, 'deal'::text, 'money'::text]),
  CONSTRAINT webhooks_off CHECK ((off_reason = ANY (ARRAY['owner'::text, 'failing'::text, 'gone'::text, 'secret'::text])) AND off_at IS NOT NULL OR off_reason IS NULL AND off_at IS NULL)
);
CREATE INDEX webhooks_on ON webhooks USING btree (is_slow, leased_until) WHERE off_reason IS NULL;

CREATE TABLE webhook_deliveries (
  user_id text NOT NULL,
  webhook_id uuid NOT NULL,
  number bigint NOT NULL,
  kind text NOT NULL,
  status text DEFAULT 'waiting'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  former_attempts integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone DEFAULT now(),
  attempted_at timestamp with time zone,
  is_under_way boolean DEFAULT false NOT NULL,
  answer_status integer,
  answer text,
  saved_at timestamp with time zone DEFAULT now() NOT NULL,
  replayed_at timestamp with time zone,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (user_id, webhook_id, number),
  CONSTRAINT webhook_deliveries_user_id_webhook_id_fkey FOREIGN KEY (user_id, webhook_id) REFERENCES webhooks(user_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_attempts CHECK (former_attempts >= 0 AND attempts >= former_attempts),
  CONSTRAINT webhook_deliveries_due CHECK ((status = 'waiting'::text) = (due_at IS NOT NULL)),
  CONSTRAINT webhook_deliveries_status CHECK (status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))
);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING btree (saved_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (user_id, webhook_id, due_at) WHERE status = 'waiting'::text;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries USING btree (user_id, webhook_id, number) WHERE status = 'waiting'::text;
