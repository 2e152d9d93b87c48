-- A database that a demo filled: everybody knows its passwords, and its customers are made up. Production takes none such.
create table demo_marks (made_at timestamptz not null);
