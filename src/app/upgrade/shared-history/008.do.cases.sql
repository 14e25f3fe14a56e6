-- Cases that users work on, and what is due in them. `*` owns the samples, which all users may read.
create table sextant.cases (
  id uuid primary key,
  user_id text not null,
  number text not null,
  title text not null,
  court text,
  status text not null check (status in ('open', 'closed')),
  summary text not null,
  opened_on date not null,
  updated_at timestamptz not null,
  unique (user_id, number)
);

create table sextant.deadlines (
  case_id uuid not null references sextant.cases on delete cascade,
  position integer not null,
  title text not null,
  due_on date not null,
  is_done boolean not null,
  primary key (case_id, position)
);
