import { inject, Injectable, signal } from '@angular/core';
import type { ProjectDto } from '@groupless/shared-dto';
import { isProblem } from '../../http/problem';
import { keepFresh } from '../keep-fresh';
import { MemoryApi } from '../memory-api';

const PAGE = 200;
/** More pages than anybody has projects for. */
const MOST_PAGES = 10;

/** What the projects of tasks are called. Provided by the list of tasks, so that it is read once for all of them. */
@Injectable()
export class ProjectNames {
  private readonly api = inject(MemoryApi);
  private readonly known = signal<readonly ProjectDto[]>([]);
  /** By name, for a choice. */
  readonly all = this.known.asReadonly();

  constructor() {
    keepFresh(['project.updated'], () => void this.read());
    void this.read();
  }

  /** Empty for none, its number where the name is not known. */
  of(project_id: number | null): string {
    if (project_id === null) return '';
    return this.known().find(({ id }) => id === project_id)?.name ?? `#${project_id}`;
  }

  /** Where it fails, the numbers stay: the list of tasks tells what is wrong. */
  private async read(): Promise<void> {
    try {
      const found: ProjectDto[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MOST_PAGES; page++) {
        const { items, next_cursor } = await this.api.listProjects({ sort: 'name', limit: PAGE, cursor });
        found.push(...items);
        cursor = next_cursor;
        if (cursor === null) break;
      }
      this.known.set(found);
    } catch (error) {
      if (!isProblem(error)) throw error;
    }
  }
}
