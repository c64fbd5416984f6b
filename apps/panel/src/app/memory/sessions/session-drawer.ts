import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { SessionDto } from '@groupless/shared-dto';
import { Drawer } from '../../layout/drawer';
import { CopyButton } from '../../ui/copy-button';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { DateTime } from '../../ui/relative-time';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { shownRecord } from '../record';

/** The parts of a session below its summary, in their order. */
const PARTS = ['decisions_made', 'tasks_completed', 'tasks_created', 'projects_touched'] as const;

/** One session with its whole text. Nobody changes what the assistant did. */
@Component({
  selector: 'app-session-drawer',
  imports: [CopyButton, DateTime, Drawer, EmptyState, ErrorPanel, Skeleton, TranslocoPipe, WhileWaiting],
  templateUrl: './session-drawer.html',
  styleUrl: '../record-drawer.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class SessionDrawer {
  readonly id = input.required<string>();
  protected readonly parts = PARTS;
  protected readonly record = shownRecord<SessionDto>({
    address: () => `/api/memory/sessions/${this.id()}`,
    name: ({ summary }) => summary.slice(0, 80),
  });
}
