import { Component, computed, inject, input, output, signal, viewChild } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { StateDto } from '@groupless/shared-dto';
import { Toasts } from '../../ui/toasts/toasts';
import { CopyButton } from '../../ui/copy/copy-button';
import { IconButton } from '../../ui/icon-button';
import { RelativeTime } from '../../ui/formats/relative-time';
import { Beginning, LongText } from '../../ui/long-text';
import { deletion } from '../record/deletion';
import { MemoryApi } from '../memory-api';
import { ProjectNames } from '../tasks/project-names';
import { StateForm } from './state-form';
import { scopeOf } from './state-scope';
import { HeldMark } from '../quarantine/held-mark';

/** One entry of the state, which is changed in its place. */
@Component({
  selector: 'app-state-entry',
  imports: [HeldMark, Beginning, CopyButton, IconButton, LongText, RelativeTime, StateForm, TranslocoPipe],
  templateUrl: './state-entry.html',
  styleUrl: './state-entry.css',
})
export class StateEntry {
  readonly entry = input.required<StateDto>();
  readonly categories = input<readonly string[]>([]);
  /** The whole value, however long it is. */
  readonly whole = input(false);
  readonly saved = output<StateDto>();
  readonly removed = output();

  private readonly api = inject(MemoryApi);
  private readonly projects = inject(ProjectNames);
  /** The name of its project; empty for none. */
  protected readonly project = computed(() => this.projects.of(this.entry().project_id ?? null));
  private readonly asksToDelete = deletion('entry');
  private readonly toasts = inject(Toasts);
  /** By its name in the template: the form loads when somebody writes. */
  private readonly form = viewChild<StateForm>('form');
  protected readonly isEditing = signal(false);
  /** It is being written, or no more. */
  readonly edited = output<boolean>();
  /** Is editing, and something is typed. */
  readonly isChanged = computed(() => this.form()?.isChanged() ?? false);

  protected edit(isEditing: boolean): void {
    this.isEditing.set(isEditing);
    this.edited.emit(isEditing);
  }

  protected onSaved(entry: StateDto): void {
    this.edit(false);
    this.saved.emit(entry);
  }

  protected async remove(): Promise<void> {
    const entry = this.entry();
    const { key } = entry;
    if (!(await this.asksToDelete(key, () => this.api.deleteState(key, scopeOf(entry))))) return;
    this.removed.emit();
    const restore = () => void this.restore(entry);
    this.toasts.undoable('memory.deleted', restore, { name: key });
  }

  /** Its row has another id when it comes back: it is put into its project, by what that is called by now. */
  private async restore({ key, value, category, project_id }: StateDto): Promise<void> {
    try {
      const scope =
        project_id === undefined ? undefined : { project: (await this.api.readProject(project_id)).name };
      await this.api.putState(key, { value, category }, scope);
    } catch (error) {
      this.toasts.failed('memory.entry.not_restored', error, { params: { name: key } });
    }
  }
}
