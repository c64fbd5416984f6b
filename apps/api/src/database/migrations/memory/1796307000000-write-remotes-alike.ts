import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * The identity of a project that is a remote is the same text however it was sent, and without user and password. What was stored
 * before is written so. Two projects that had one remote in two spellings stay two, until a person merges them: the remote is that of
 * the older spelling, and the other project keeps it with its own id behind, as which no request finds it.
 */
export class WriteRemotesAlike1796307000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [UNESCAPED, PLAIN, WRITTEN_ALIKE]) await runner.query(statement);
    await runner.query(CHANGED);
    await runner.query('analyze changed_identities');
    for (const statement of [RENAME_CHATS, DROP_EQUAL, CHANGE]) await runner.query(statement);
    await runner.query(`select set_config('groupless.unversioned', '', true)`);
  }
}

const UNESCAPED = String.raw`
  create function unescaped_path(text) returns text
    language plpgsql immutable strict
    as $$
    begin
      if $1 !~ '%' or $1 ~ '%(?![0-9A-Fa-f]{2})' then return $1; end if;
      return (
        select convert_from(string_agg(
          case when part[1] like '\%%' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end, '' order by place), 'UTF8')
        from regexp_matches($1, '%[0-9A-Fa-f]{2}|[^%]+', 'g') with ordinality as found (part, place));
    exception when character_not_in_repertoire then
      return $1;
    end $$`;

/** The same as projectIdentity() of libs/shared-dto, for what older programs store. */
const PLAIN = String.raw`
  create function plain_identity(sent text) returns text
    language plpgsql immutable strict
    as $$
    declare
      plain text := btrim(sent, E' \t\r\n');
      parts text[];
      host text;
      path text;
      kept_parts integer := 2;
    begin
      if plain ~ '^commit:' or plain ~* '^(/|[a-z]:[/\\])' or plain ~* '^(?!git@)[^/:]+:(/(?!/)|[a-z]:/)' then
        return sent;
      end if;
      parts := regexp_match(plain, '^([a-z][a-z0-9+.-]*)://(?:[^/?#]*@)?([^/?#]*)(.*)$', 'i');
      if parts is not null then
        host := regexp_replace(lower(parts[2]), case
          when parts[1] ~* 'ssh' then ':\d*$'
          when lower(parts[1]) = 'https' then ':(443)?$'
          when lower(parts[1]) = 'http' then ':(80)?$'
          when lower(parts[1]) = 'git' then ':(9418)?$'
          else ':$' end, '');
        path := unescaped_path(regexp_replace(parts[3], '[?#].*$', ''));
        if lower(parts[1]) = 'file' then host := ''; end if;
      else
        parts := regexp_match(plain, '^(?:[^@/\\]+@)?(\[[^]]+\]|[^:/\\@]{2,}):(?!//|[^/]*@)(.*)$');
        if parts is not null and plain !~ '^[^@/:]+:\d+(/|$)' then
          host := lower(parts[1]);
          path := regexp_replace(parts[2], '[?#].*$', '');
        else
          plain := regexp_replace(plain, '^[^/]+@', '');
          host := split_part(plain, '/', 1);
          if plain !~ '/' then return sent; end if;
          path := regexp_replace(substr(plain, char_length(host) + 2), '\?.*$', '');
          if host in ('github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org') then kept_parts := 3; end if;
          host := regexp_replace(lower(host), ':(443)?$', '');
        end if;
      end if;
      path := regexp_replace(lower(replace(path, '\', '/')), '/{2,}', '/', 'g');
      path := regexp_replace(regexp_replace(regexp_replace(path, '^/|/$', '', 'g'), '\.git$', ''), '/$', '');
      path := host || '/' || path;
      -- The letters of a folder below the repository stay.
      if path = lower(plain)
        and array_to_string((string_to_array(plain, '/'))[:kept_parts], '/') = array_to_string((string_to_array(path, '/'))[:kept_parts], '/')
      then
        return plain;
      end if;
      return path;
    end $$`;

/** Programs of before store what they were sent, and projects are made with a remote as their `url`. */
const WRITTEN_ALIKE = `
  create function write_identity_alike() returns trigger
    language plpgsql
    as $$
    begin
      new.identity := plain_identity(new.identity);
      return new;
    end $$;
  create trigger identity_written_alike before insert on project_identities
    for each row execute function write_identity_alike()`;

const CHANGED = `
  create temp table changed_identities on commit drop as
  select *, row_number() over (partition by plain order by id) as of_all,
         row_number() over (partition by plain, project_id order by id) as of_project
  from (
    select known.id, project_id, identity, plain,
           (select other.project_id from project_identities as other
            where text_digest(other.identity) = text_digest(plain) and other.identity = plain) as plain_of
    from project_identities as known cross join lateral (select plain_identity(identity) as plain offset 0) as alike
    where plain <> identity
  ) as changed`;

/**
 * Also of chats without a stored identity: requests ask for them as they are written now. A turn that is in several of the chats that
 * become one is renamed in one of them.
 */
const RENAME_CHATS = `
  select set_config('groupless.unversioned', 'on', true);
  create temp table renamed_chats on commit drop as
  with recursive chat as (
    select min(chat_id) as chat_id from chat_history
    union all
    select (select min(next.chat_id) from chat_history as next where next.chat_id > chat.chat_id) from chat where chat_id is not null
  )
  select * from (
    select chat_id, 'project:' || plain_identity(substr(chat_id, 9)) as new_id from chat where starts_with(chat_id, 'project:')
  ) as known where new_id <> chat_id;
  analyze renamed_chats;
  update chat_history as told set chat_id = new_id
  from (
    select said.id, new_id,
           row_number() over (partition by new_id, external_id, coalesce(owner_id, '') order by said.id) as copy
    from renamed_chats join chat_history as said using (chat_id)
  ) as renamed
  where told.id = renamed.id and (told.external_id is null or copy = 1 and not exists (
    select from chat_history as other
    where other.chat_id = new_id and other.external_id = told.external_id
      and coalesce(other.owner_id, '') = coalesce(told.owner_id, '')));
  delete from chats where chat_id in (select chat_id from renamed_chats)
    and not exists (select from chat_history where chat_history.chat_id = chats.chat_id)`;

const DROP_EQUAL = `
  delete from project_identities where id in (
    select id from changed_identities where of_project > 1 or plain_of = project_id)`;

const CHANGE = `
  update project_identities as known
  set identity = case when plain_of is null and of_all = 1 then plain else plain || '#' || changed.project_id end
  from changed_identities as changed where changed.id = known.id`;
