-- Which directory holds the files of this database: the id in it, so that no server takes another one for it.
create table files_place (
  is_the_only_row boolean primary key default true check (is_the_only_row),
  id text not null
);
