import { inject, Injectable } from '@angular/core';
import type { TaskDto, TaskStatus } from '@groupless/shared-dto';
import { Toasts } from '../../ui/toasts/toasts';
import { MemoryApi } from '../memory-api';
import { shortened } from '../history/row-name';

/** Ends tasks and takes that back. */
@Injectable({ providedIn: 'root' })
export class TaskChanges {
  private readonly api = inject(MemoryApi);
  private readonly toasts = inject(Toasts);

  /**
   * Changes the status at once, and says how to undo it.
   * @param showBefore brings back what was shown, when the change fails
   */
  async setStatus(task: TaskDto, status: TaskStatus, showBefore: () => void): Promise<void> {
    const params = { task: shortened(task.task) };
    try {
      await this.api.patchTask(task.id, { status });
      this.toasts.undoable(`memory.task.now.${status}`, () => void this.undo(task), params);
    } catch (error) {
      showBefore();
      this.toasts.failed('memory.task.not_changed', error, { params });
    }
  }

  private async undo({ id, status, task }: TaskDto): Promise<void> {
    try {
      await this.api.patchTask(id, { status });
    } catch (error) {
      this.toasts.failed('memory.task.not_changed', error, { params: { task: shortened(task) } });
    }
  }
}
