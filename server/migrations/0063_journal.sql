-- The journal has every act of a member: steps of deals and changes of roles, too. What the operator does by a command has
-- neither a role nor a request.
alter table desk_acts
  alter column role drop not null,
  alter column request_id drop not null,
  add constraint desk_acts_request check ((role is null) = (request_id is null));

insert into desk_acts (at, member, act, subject, before, after)
select at, changed_by, 'set-role', 'member/' || name,
  jsonb_build_object('role', lag(role) over (partition by name order by version)), jsonb_build_object('role', role)
from member_changes order by at, name, version;

drop table member_changes;
alter table members drop column version;

-- Newest first: all acts, those of a member, of a kind, or about a subject (`desk/journal/read-acts.ts`).
create index desk_acts_by_time on desk_acts (at, id);
create index desk_acts_of_member on desk_acts (member, at, id);
create index desk_acts_of_kind on desk_acts (act, at, id);
create index desk_acts_of_kind_by_member on desk_acts (act, member, at, id);
create index desk_acts_about on desk_acts (subject, at, id);

-- For each UTC day that is over, a hash of the steps of deals and one of the acts of members, each with that of the day
-- before. Once they are published, nothing of those days can be changed unnoticed (`ledger/daily-roots.ts`).
create table daily_roots (
  day date primary key,
  ledger text not null,
  journal text not null
);

create trigger daily_roots_append_only before update or delete or truncate on daily_roots
  for each statement execute function refuse_change();

-- What happened to deals on each of these days, for the public record: how often, and for durations after how many whole
-- hours (`ledger/record-days.ts`).
create table record_days (
  day date not null references daily_roots (day),
  kind text not null,
  hours integer not null,
  count integer not null check (count > 0),
  primary key (day, kind, hours)
);
