-- What admins show on Home and on every page for a while: banners, featured products, announcements.
create table campaigns (
  -- From the client, so that a campaign that is sent twice exists once.
  id uuid primary key,
  version integer not null,
  kind text not null check (kind in ('banner', 'featured', 'announcement')),
  -- Its texts, colours and products, by the names of the desk.
  fields jsonb not null,
  -- A key of `ready_pictures`.
  picture text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_removed boolean not null default false,
  edited_by text not null,
  edited_at timestamptz not null default now(),
  constraint campaigns_period check (starts_at < ends_at)
);

create index campaigns_by_end on campaigns (ends_at, id) where not is_removed;
create index campaigns_with_pictures on campaigns (picture) where picture is not null;
