import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AssistantRunDetailsDto, NamedRowDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Drawer } from '../../layout/drawer';
import { KeyValue, KeyValues } from '../../ui/key-values';
import { RecordState } from '../../ui/record-state';
import type { UndoAll } from '../history/undo-all-dialog';
import { addressOf } from '../hit-address';
import { omissionsOf } from '../preview/omitted';

/** A session of a coding assistant: what it was given, what was left out, and what it stored. */
@Component({
  selector: 'app-assistant-drawer',
  imports: [RecordState, Drawer, KeyValue, KeyValues, PluralPipe, RouterLink, TranslocoPipe],
  templateUrl: './assistant-drawer.html',
  styleUrls: ['../record/record-drawer.css', './overview.css'],
})
export class AssistantDrawer {
  readonly session_id = input.required<string>();
  private readonly dialogs = inject(Dialogs);
  protected readonly formats = inject(Formats);
  protected readonly run = query<AssistantRunDetailsDto>(
    () => apiPath`/api/memory/assistants/${this.session_id()}`,
  );
  protected readonly omissions = computed(() => omissionsOf(this.run.value()?.brief?.omitted ?? null));
  protected readonly addressOf = (row: NamedRowDto) => addressOf(row);

  protected async undoAll({ by, started_at, seen_at }: AssistantRunDetailsDto): Promise<void> {
    const data: UndoAll = { by, since: started_at, until: seen_at };
    await this.dialogs.load(
      () => import('../history/undo-all-dialog').then(({ UndoAllDialog }) => UndoAllDialog),
      { data, width: 'min(680px, calc(100vw - 32px))' },
    );
  }
}
