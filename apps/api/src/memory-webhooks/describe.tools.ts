import { Injectable } from '@nestjs/common';
import type { KnownActor } from '../platform/access/caller';
import { sourceOf } from '../platform/access/write-source';
import { writerOwner } from '../memory/public';
import { invalidRequest, type AppError } from '../platform/errors/app-error';
import { Tool } from '../shared/tools/tool';
import { PeopleService } from '../memory/records/people/people.service';
import { ProjectScopeService } from '../memory/records/projects/project-scope.service';
import { ProjectsService } from '../memory/records/projects/projects.service';
import { DescribeRequest } from './requests/memory-tools.request';

/** What an assistant learns of projects and people. */
@Injectable()
export class DescribeTools {
  constructor(
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly scopes: ProjectScopeService,
  ) {}

  @Tool({
    name: 'describe',
    title: 'Describe a project or person',
    description: 'Correct what is known of a project or a person.',
    scopes: ['memory'],
    input: DescribeRequest,
    fields: { project: '', person: '', description: '', notes: '', relationship: '' },
    repeats: true,
  })
  async describe(given: DescribeRequest, actor: KnownActor): Promise<string> {
    const { project, person, description, notes, relationship } = given;
    if ((project === undefined) === (person === undefined)) throw oneOf();
    if (person !== undefined) {
      const told = [description, notes].filter((text) => text !== undefined);
      const fields = { notes: told.length === 0 ? undefined : told.join('\n'), relationship };
      return `Stored: ${await this.people.describe(person, defined(fields), actor)}`;
    }
    if (description === undefined && notes === undefined) throw nothingSaid();
    const found = await this.scopes.find(project, writerOwner(sourceOf(actor)));
    if (found === null) throw oneOf();
    await this.projects.patch(found.id, defined({ description, notes }), actor);
    return `Stored: project ${found.id} ${JSON.stringify(found.name)}`;
  }
}

/** Without what was not given. */
function defined<Fields extends Record<string, string | undefined>>(
  fields: Fields,
): { [Name in keyof Fields]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: string;
  };
}

function nothingSaid(): AppError {
  const message = 'Say what is known of the project: description or notes.';
  return invalidRequest([{ field: 'notes', code: 'required', message }]);
}

function oneOf(): AppError {
  const message = 'Give project or person, the name of one of them.';
  return invalidRequest([{ field: 'project', code: 'required', message }]);
}
