import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@groupless/shared-dto';
import { In, Repository } from 'typeorm';
import { MEMORY } from '../../../../database/memory.data-source';
import type { ScopedProject } from '../named-project';
import { ProjectIdentity } from './project-identity.entity';

/** A project that has an identity, with all identities of it. */
export interface IdentifiedProject extends ScopedProject {
  /** The identity that was asked for. */
  identity: string;
  all: string[];
}

const FIND = `
  select distinct on (asked.place) asked.identity, project.id::float8 as id, project.name, project.private_to,
         array(select identity from project_identities as own where own.project_id = project.id order by id) as all
  from unnest($1::text[]) with ordinality as asked (identity, place)
  join project_identities as known
    on text_digest(known.identity) = text_digest(asked.identity) and known.identity = asked.identity
  join assistant_projects as project on project.id = known.project_id
  order by asked.place`;

const ADD = `
  insert into project_identities (project_id, identity)
  select $1::bigint, identity from unnest($2::text[]) with ordinality as added (identity, place)
  where place <= ${LIMITS.project_identities.stored}
    - (select count(*) from project_identities where project_id = $1::bigint)
  on conflict (text_digest(identity)) do nothing
  returning identity`;

/** The only project of a name, without case, that has no identity: a person made it. */
const FIND_UNIDENTIFIED = `
  select id::float8 as id, name, private_to from assistant_projects as project
  where private_to is null and folded_name(name) = folded_name($1)
    and not exists (select from project_identities where project_id = project.id)
  order by id limit 2`;

@Injectable()
export class ProjectIdentitiesRepository {
  constructor(
    @InjectRepository(ProjectIdentity, MEMORY) private readonly identities: Repository<ProjectIdentity>,
  ) {}

  /** The projects that have these identities, in the order of the identities. */
  find(identities: readonly string[]): Promise<IdentifiedProject[]> {
    return this.identities.query<IdentifiedProject[]>(FIND, [[...identities]]);
  }

  /** The project that has the first of these identities that is known. */
  async findOne(...identities: string[]): Promise<ScopedProject | null> {
    const [found] = await this.find(identities);
    return found === undefined ? null : { id: found.id, name: found.name, private_to: found.private_to };
  }

  async findUnidentified(name: string): Promise<ScopedProject | null> {
    const [only, ...others] = await this.identities.query<ScopedProject[]>(FIND_UNIDENTIFIED, [name]);
    return only === undefined || others.length > 0 ? null : only;
  }

  /**
   * An identity that another project has stays there.
   * @returns those that are new
   */
  async add(project_id: number, identities: readonly string[]): Promise<string[]> {
    const added = await this.identities.query<{ identity: string }[]>(ADD, [project_id, [...identities]]);
    return added.map(({ identity }) => identity);
  }

  async list(project_id: number): Promise<string[]> {
    const rows = await this.identities.find({ where: { project_id }, order: { id: 'ASC' } });
    return rows.map(({ identity }) => identity);
  }

  /** The identities of several projects, by the projects' ids. */
  async listOf(project_ids: readonly number[]): Promise<Map<number, string[]>> {
    const rows = await this.identities.find({
      where: { project_id: In([...project_ids]) },
      order: { id: 'ASC' },
    });
    const byProject = Map.groupBy(rows, ({ project_id }) => project_id);
    return new Map([...byProject].map(([id, own]) => [id, own.map(({ identity }) => identity)]));
  }

  async remove(project_id: number, identities: readonly string[]): Promise<void> {
    await this.identities.delete({ project_id, identity: In([...identities]) });
  }

  /** Makes an identity that anybody could have meant that of one person. */
  async claim(identity: string, own: string): Promise<void> {
    await this.identities.update({ identity }, { identity: own });
  }
}
