import { ChangeDetectionStrategy, Component, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { TaskDto, TaskStatus } from '@groupless/shared-dto';
import { Icon } from '../../ui/icon';

/** What can be done with a task: a pending one is ended, an ended one is made pending again. */
@Component({
  selector: 'app-task-actions',
  imports: [Icon, TranslocoPipe],
  template: `
    @if (task().status === 'pending') {
      <button
        type="button"
        class="icon-button"
        [attr.aria-label]="'memory.task.complete_it' | transloco: { task: task().task }"
        [attr.title]="'memory.task.complete' | transloco"
        (click)="chosen.emit('completed')"
      >
        <svg appIcon="check" size="16"></svg>
      </button>
      <button
        type="button"
        class="icon-button"
        [attr.aria-label]="'memory.task.cancel_it' | transloco: { task: task().task }"
        [attr.title]="'memory.task.cancel' | transloco"
        (click)="chosen.emit('cancelled')"
      >
        <svg appIcon="ban" size="16"></svg>
      </button>
    } @else {
      <button
        type="button"
        class="icon-button"
        [attr.aria-label]="'memory.task.reopen_it' | transloco: { task: task().task }"
        [attr.title]="'memory.task.reopen' | transloco"
        (click)="chosen.emit('pending')"
      >
        <svg appIcon="undo-2" size="16"></svg>
      </button>
    }
  `,
  styles: `
    :host {
      display: inline-flex;
      flex: none;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TaskActions {
  readonly task = input.required<TaskDto>();
  readonly chosen = output<TaskStatus>();
}
