-- Makes what Groupless needs on a PostgreSQL server of your own (15 or later): two databases and three ordinary roles.
-- `groupless` owns the databases and migrates them, `groupless_server` serves requests, `groupless_audit` reads the audit
-- and nothing else. The tables, the rights of the other two roles in them, and the extensions pg_trgm, unaccent and
-- btree_gist come with the first start: an owner may make them. To be run once, by a superuser, with psql 15 or later:
--
--   psql -f docker/postgres/create-databases.sql "postgres://postgres@db.example.com/postgres"
--
-- Passwords of new roles come from the environment variables GROUPLESS_PASSWORD, GROUPLESS_SERVER_PASSWORD and
-- GROUPLESS_AUDIT_PASSWORD; psql asks for those that are not set. What exists already is left as it is, so the script
-- may be run again.

\set ON_ERROR_STOP on

select not exists (select from pg_roles where rolname = 'groupless') as owner_is_missing,
       not exists (select from pg_roles where rolname = 'groupless_server') as server_is_missing,
       not exists (select from pg_roles where rolname = 'groupless_audit') as audit_is_missing \gset

-- The server's log must not get the passwords, whatever it is told to log.
set log_statement = 'none';
set log_min_duration_statement = -1;

\if :owner_is_missing
  create role groupless login nosuperuser nocreatedb nocreaterole noreplication;
  \getenv owner_password GROUPLESS_PASSWORD
  \if :{?owner_password}
    alter role groupless password :'owner_password';
  \else
    \password groupless
  \endif
\endif

\if :server_is_missing
  create role groupless_server login nosuperuser nocreatedb nocreaterole noreplication;
  \getenv server_password GROUPLESS_SERVER_PASSWORD
  \if :{?server_password}
    alter role groupless_server password :'server_password';
  \else
    \password groupless_server
  \endif
\endif

\if :audit_is_missing
  create role groupless_audit login nosuperuser nocreatedb nocreaterole noreplication;
  \getenv audit_password GROUPLESS_AUDIT_PASSWORD
  \if :{?audit_password}
    alter role groupless_audit password :'audit_password';
  \else
    \password groupless_audit
  \endif
\endif

reset log_statement;
reset log_min_duration_statement;

-- CREATE DATABASE knows no IF NOT EXISTS: each line of the answer is run as a statement.
select format('create database %I owner groupless encoding ''UTF8'' template template0', name)
from unnest(array['groupless', 'assistant_memory']) as name
where not exists (select from pg_database where datname = name)
\gexec

-- Nobody else on this server has to look in.
revoke connect, temporary on database groupless, assistant_memory from public;
grant connect on database groupless to groupless_audit;
