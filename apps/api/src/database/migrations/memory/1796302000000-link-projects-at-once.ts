import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Sessions are tied to the projects that they name by one query for all names. There was one or two for each. */
export class LinkProjectsAtOnce1796302000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(linkProjects('', ALL_NAMES));
  }
}

const ALL_NAMES = `
      for known in
        select btrim(word) as word, project.id, project.name
        from unnest(string_to_array(rest, ',')) with ordinality as listed (word, place)
        cross join lateral (select id, name from assistant_projects where id = project_named(btrim(word)) limit 1) as project
        where char_length(btrim(word)) between 1 and 200
        order by place
      loop
        continue when linked ? known.id::text;
        if folded_name(known.name) <> folded_name(known.word) then
          new.projects_touched := rename_listed(new.projects_touched, known.word, known.name);
        end if;
        linked := linked || jsonb_build_object(known.id::text, known.name);
      end loop;`;

const linkProjects = (declared: string, link: string) => `
  create or replace function link_projects() returns trigger
    language plpgsql
    as $$
    declare
      known record;
      linked jsonb := '{}';${declared}
      -- What of the text is not linked yet: a part of a name with a comma may be the name of another project.
      rest text := new.projects_touched;
    begin
      if new.projects_touched = '' then
        new.projects := '{}';
        return new;
      end if;
      -- What is linked already stays so under the project's present name, unless the text leaves it out.
      for known in
        select was.key, was.value, project.name
        from jsonb_each_text(new.projects) as was left join assistant_projects as project on project.id = was.key::bigint
      loop
        continue when not names_listed(new.projects_touched, known.value);
        if known.name is not null and folded_name(known.name) <> folded_name(known.value) then
          new.projects_touched := rename_listed(new.projects_touched, known.value, known.name);
        end if;
        rest := rename_listed(rest, known.value, '');
        linked := linked || jsonb_build_object(known.key, coalesce(known.name, known.value));
      end loop;${link}
      if strpos(new.projects_touched, ',') > 0 then
        select linked || coalesce(jsonb_object_agg(id::text, name), '{}') into linked from assistant_projects
        where strpos(name, ',') > 0 and names_listed(new.projects_touched, name);
      end if;
      new.projects := linked;
      return new;
    end $$;`;
