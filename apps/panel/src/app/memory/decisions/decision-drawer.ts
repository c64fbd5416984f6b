import { Component, computed, inject, input, linkedSignal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type DecisionDto, type PageDto, type SimilarDecisionsDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { query } from '../../data/query';
import { Drawer } from '../../layout/drawer';
import { Session } from '../../session/session';
import { CopyButton } from '../../ui/copy/copy-button';
import { DateTime } from '../../ui/formats/relative-time';
import { KeyValue } from '../../ui/key-values';
import { LongText } from '../../ui/long-text';
import { RecordState } from '../../ui/record-state';
import { RowHistory } from '../history/row-history';
import { shortened } from '../history/row-name';
import { exitOf } from '../record/edited-record';
import { shownRecord } from '../record/record';
import { DecisionChanges } from './decision-changes';

/** Decisions that one can be replaced by. */
const MOST_OFFERED = 100;

/** One decision: whether it stands, where it comes from, and what came in its place. */
@Component({
  selector: 'app-decision-drawer',
  imports: [
    RecordState,
    CopyButton,
    DateTime,
    Drawer,
    KeyValue,
    LongText,
    RouterLink,
    RowHistory,
    TranslocoPipe,
  ],
  templateUrl: './decision-drawer.html',
  styleUrl: '../record/record-drawer.css',
})
export class DecisionDrawer {
  readonly id = input.required<string>();
  private readonly changes = inject(DecisionChanges);
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly nameOf = shortened;
  protected readonly exit = exitOf(() => false);
  protected readonly record = shownRecord<DecisionDto>({
    address: () => apiPath`/api/memory/decisions/${this.id()}`,
    name: ({ text }) => shortened(text),
  });
  private readonly replacement = query<DecisionDto>(() => {
    const id = this.record.row()?.replaced_by;
    return typeof id === 'number' ? apiPath`/api/memory/decisions/${id}` : undefined;
  });
  protected readonly replacedBy = computed(() => this.replacement.value());
  /** What stands beside it and may contradict it. */
  private readonly alike = query<SimilarDecisionsDto>(() => {
    const shown = this.record.row();
    if (shown?.withdrawn_at !== null) return undefined;
    return apiPath`/api/memory/decisions/${shown.id}/similar`;
  });
  protected readonly similar = computed(() => this.alike.value()?.similar_decisions ?? []);
  protected readonly isReplacing = linkedSignal({ source: this.id, computation: () => false });
  protected readonly isRewording = linkedSignal({ source: this.id, computation: () => false });
  protected readonly limits = LIMITS.decision;
  private readonly standing = query<PageDto<DecisionDto>>(() => {
    const project = this.record.row()?.project ?? null;
    if (!this.isReplacing()) return undefined;
    const ofProject = project === null ? '' : `&project=${encodeURIComponent(project)}`;
    return `/api/memory/decisions?status=standing&limit=${MOST_OFFERED}${ofProject}`;
  });
  protected readonly offered = computed(() => {
    const shown = this.record.row();
    const others = this.standing.value()?.items ?? [];
    return others.filter(({ id, project }) => id !== shown?.id && project === shown?.project);
  });

  protected async withdraw(decision: DecisionDto): Promise<void> {
    this.show(await this.changes.withdraw(decision));
  }

  protected async letStand(decision: DecisionDto): Promise<void> {
    this.show(await this.changes.letStand(decision));
  }

  protected async replace(decision: DecisionDto, by: string): Promise<void> {
    if (by === '') return;
    this.isReplacing.set(false);
    this.show(await this.changes.replace(decision, Number(by)));
  }

  protected async reword(decision: DecisionDto, text: string): Promise<void> {
    const words = text.trim();
    if (words === '') return;
    const changed = words === decision.text ? decision : await this.changes.reword(decision, words);
    if (changed !== null) this.isRewording.set(false);
    this.show(changed);
  }

  private show(changed: DecisionDto | null): void {
    if (changed !== null) this.record.show(changed);
  }
}
