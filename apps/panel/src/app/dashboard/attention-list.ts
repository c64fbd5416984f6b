import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { DashboardDto } from '@groupless/shared-dto';
import { PluralPipe } from '../i18n/plural';
import { Icon } from '../ui/icon';
import { RelativeTime } from '../ui/formats/relative-time';
import { Session } from '../session/session';
import { attentionOf } from './attention';

/** What somebody should look after, or that there is nothing. */
@Component({
  selector: 'app-attention-list',
  imports: [Icon, PluralPipe, RelativeTime, RouterLink, TranslocoPipe],
  templateUrl: './attention-list.html',
  styleUrls: ['./card.css', './attention-list.css'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AttentionList {
  readonly dashboard = input.required<DashboardDto>();
  private readonly session = inject(Session);
  /** Who cannot mend the accounts is not told of them. */
  protected readonly items = computed(() =>
    attentionOf(this.dashboard()).filter(
      ({ kind }) => this.session.isAdmin() || !kind.startsWith('session_'),
    ),
  );
}
