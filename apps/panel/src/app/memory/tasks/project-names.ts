import { computed, Injectable } from '@angular/core';
import type { PageDto, ProjectDto } from '@groupless/shared-dto';
import type { Query as Params } from '../../http/api';
import { liveQuery } from '../../data/query';

const PATH = '/api/memory/projects';
const PAGE = 200;
/** More pages than anybody has projects for. */
const MOST_PAGES = 10;

/** What projects are called. Each list or dialog provides its own, so that they are read once for all of its rows. */
@Injectable()
export class ProjectNames {
  private readonly read = liveQuery<string, readonly ProjectDto[]>({
    request: () => PATH,
    pathOf: (path) => path,
    read: async (path, reader) => {
      const found: ProjectDto[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MOST_PAGES; page++) {
        const params: Params = { sort: 'name', limit: PAGE, cursor };
        const answer = await reader.getBody<PageDto<ProjectDto>>(path, params);
        found.push(...answer.items);
        cursor = answer.next_cursor;
        if (cursor === null) break;
      }
      return found;
    },
  });
  /** For who chooses among them; a list tells itself what is wrong. */
  readonly problem = this.read.problem;
  /** By name, for a choice. */
  readonly all = computed(() => this.read.value() ?? []);

  retry(): void {
    void this.read.reload();
  }

  /** Empty for none, its number where the name is not known: the list itself tells what is wrong. */
  of(project_id: number | null): string {
    if (project_id === null) return '';
    return this.all().find(({ id }) => id === project_id)?.name ?? `#${project_id}`;
  }
}
