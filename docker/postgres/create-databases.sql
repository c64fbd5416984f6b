-- Makes what Groupless needs on a PostgreSQL server of your own (15 or later): one ordinary role that owns two
-- databases. The tables, and the extensions pg_trgm, unaccent and btree_gist, come with the first start: an owner
-- may make them. To be run once, by a superuser, with psql 15 or later:
--
--   psql -f docker/postgres/create-databases.sql "postgres://postgres@db.example.com/postgres"
--
-- The new role's password comes from the environment variable GROUPLESS_PASSWORD; without it psql asks for it.
-- What exists already is left as it is, so the script may be run again.

\set ON_ERROR_STOP on

select not exists (select from pg_roles where rolname = 'groupless') as role_is_missing \gset
\if :role_is_missing
  create role groupless login nosuperuser nocreatedb nocreaterole noreplication;
  \getenv groupless_password GROUPLESS_PASSWORD
  \if :{?groupless_password}
    -- The server's log must not get the password, whatever it is told to log.
    set log_statement = 'none';
    set log_min_duration_statement = -1;
    alter role groupless password :'groupless_password';
    reset log_statement;
    reset log_min_duration_statement;
  \else
    \password groupless
  \endif
\endif

-- CREATE DATABASE knows no IF NOT EXISTS: each line of the answer is run as a statement.
select format('create database %I owner groupless encoding ''UTF8'' template template0', name)
from unnest(array['groupless', 'assistant_memory']) as name
where not exists (select from pg_database where datname = name)
\gexec

-- Nobody else on this server has to look in.
revoke connect, temporary on database groupless, assistant_memory from public;
