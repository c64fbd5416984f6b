import { inject, Injectable } from '@angular/core';
import { Toasts } from '../../ui/toasts/toasts';
import { MemoryApi } from '../memory-api';
import type { NamedProject } from '../moves/row-moves';

/** Merges projects, and takes a merge back. */
@Injectable({ providedIn: 'root' })
export class ProjectMerging {
  private readonly api = inject(MemoryApi);
  private readonly toasts = inject(Toasts);

  /** @throws Problem `not_found` */
  async merge(gone: NamedProject, into: NamedProject): Promise<void> {
    await this.api.mergeProject(gone.id, into.id);
    const params = { name: gone.name, other: into.name };
    this.toasts.undoable('memory.merge.done', () => void this.undo(gone), params);
  }

  async undo({ id, name }: NamedProject): Promise<void> {
    const params = { name };
    try {
      await this.api.undoMerge(id);
      this.toasts.show('memory.merge.undone', { params });
    } catch (error) {
      this.toasts.failed('memory.merge.not_undone', error, { params });
    }
  }
}
