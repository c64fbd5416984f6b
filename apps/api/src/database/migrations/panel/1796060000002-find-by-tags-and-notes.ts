import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Tags are compared folded, and a search finds the words of tags and notes too. It reads each client once. */
export class FindByTagsAndNotes1796060000002 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }
}

const UP = String.raw`
  create function folded_tags(text[]) returns text[]
    language plpgsql immutable strict parallel safe
    as $$
    begin
      return array(select lower(normalize(tag, NFKC)) from unnest($1) as tag);
    end $$;

  -- Whole words, found by their beginnings. Longer ones than a text search keeps are left out.
  create function noted_words(tags text[], notes text) returns tsvector
    language sql immutable parallel safe
    return array_to_tsvector(array(
      select distinct left(word[1], 100)
      from regexp_matches(sort_name(array_to_string(tags, ' ') || ' ' || notes), '[[:alnum:]]{2,}', 'g') as word));

  drop index clients_tags;
  create index clients_tags on clients using gin (folded_tags(tags));
  create index clients_noted_words on clients using gin (noted_words(tags, notes))
    where tags <> '{}' or notes <> '';
`;
