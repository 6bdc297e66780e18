-- Products that are not published. Only the desk reads them.
create table product_drafts (
  id uuid primary key,
  version integer not null,
  state text not null default 'open' check (state in ('open', 'published', 'discarded')),
  -- The texts of its fields, by the names of the desk. They may have errors.
  fields jsonb not null,
  -- Keys of `ready_pictures`, in order.
  pictures text[] not null,
  edited_by text not null,
  edited_at timestamptz not null default now(),
  product_id integer,
  constraint product_drafts_published check ((state = 'published') = (product_id is not null))
);

create index product_drafts_open on product_drafts (edited_at) where state = 'open';

-- Files that members have imported. Each product has an act of its own in `desk_acts`, by the same request.
create table catalogue_imports (
  -- From the client, so that an import that is sent twice happens once.
  id uuid primary key,
  file_name text not null,
  created integer not null,
  changed integer not null,
  product_ids integer[] not null,
  request_id text not null,
  imported_by text not null,
  imported_at timestamptz not null default now(),
  undone_by text,
  undone_at timestamptz,
  constraint catalogue_imports_undone check ((undone_by is null) = (undone_at is null))
);

create index catalogue_imports_newest on catalogue_imports (imported_at);

-- The last edit of a product.
-- Pictures whose files are stored, before a product has them. They are deleted weeks later if no product or draft does.
create table ready_pictures (
  -- A hash of the source and of the content, because the picture at an address may change.
  key text primary key,
  source_url text not null,
  hash text not null,
  width integer not null,
  height integer not null,
  placeholder text not null,
  added_by text not null,
  added_at timestamptz not null default now()
);

create index ready_pictures_hash on ready_pictures (hash);
