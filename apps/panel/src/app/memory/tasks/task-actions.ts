import { Component, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { TaskDto, TaskStatus } from '@groupless/shared-dto';
import { IconButton } from '../../ui/icon-button';

/** What can be done with a task: a pending one is ended, an ended one is made pending again. */
@Component({
  selector: 'app-task-actions',
  imports: [IconButton, TranslocoPipe],
  template: `
    @if (task().status === 'pending') {
      <button
        appIconButton="check"
        [label]="'memory.task.complete_it' | transloco: { task: task().task }"
        [tip]="'memory.task.complete' | transloco"
        (click)="chosen.emit('completed')"
      ></button>
      <button
        appIconButton="ban"
        [label]="'memory.task.cancel_it' | transloco: { task: task().task }"
        [tip]="'memory.task.cancel' | transloco"
        (click)="chosen.emit('cancelled')"
      ></button>
    } @else {
      <button
        appIconButton="undo-2"
        [label]="'memory.task.reopen_it' | transloco: { task: task().task }"
        [tip]="'memory.task.reopen' | transloco"
        (click)="chosen.emit('pending')"
      ></button>
    }
  `,
  styles: `
    :host {
      display: inline-flex;
      flex: none;
    }
  `,
})
export class TaskActions {
  readonly task = input.required<TaskDto>();
  readonly chosen = output<TaskStatus>();
}
