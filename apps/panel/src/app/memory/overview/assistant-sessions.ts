import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AssistantRunDto } from '@groupless/shared-dto';
import type { PageList } from '../../data/page-list';
import { PluralPipe } from '../../i18n/plural';
import { ErrorPanel } from '../../ui/error-panel';
import { RelativeTime } from '../../ui/formats/relative-time';
import { MoreRows } from '../../ui/lists/more-rows';

/** The sessions of coding assistants, the last seen first: on which machine, of which project, what each got and stored. */
@Component({
  selector: 'app-assistant-sessions',
  imports: [ErrorPanel, MoreRows, PluralPipe, RelativeTime, RouterLink, TranslocoPipe],
  template: `
    <h2 id="attached-sessions">{{ 'memory.assistant.sessions' | transloco }}</h2>
    <p>{{ 'memory.assistant.sessions_lead' | transloco }}</p>
    @if (runs().problem(); as error) {
      <app-error-panel [error]="error" (retry)="runs().reload()" />
    }
    <ul>
      @for (run of runs().items(); track run.session_id) {
        <li>
          <a [routerLink]="['/memory/overview', run.session_id]">
            <bdi>{{ run.project ?? ('memory.assistant.no_project' | transloco) }}</bdi>
          </a>
          <bdi>{{ run.machine ?? run.by ?? ('memory.assistant.unknown' | transloco) }}</bdi>
          <span class="caption">
            @if (run.brief; as brief) {
              {{ 'memory.assistant.tokens' | plural: brief.tokens }}
            } @else {
              {{ 'memory.assistant.no_brief' | transloco }}
            }
            · {{ 'memory.assistant.stored_turns' | plural: run.turns }} ·
            {{ 'memory.assistant.stored_summaries' | plural: run.summaries }}
          </span>
          <app-relative-time class="caption last" [at]="run.seen_at" />
        </li>
      } @empty {
        @if (!runs().isFirstLoad()) {
          <li class="muted">{{ 'memory.assistant.no_sessions' | transloco }}</li>
        }
      }
    </ul>
    <app-more-rows [list]="runs()" />
  `,
  styleUrl: './overview.css',
  styles: ':host { display: flex; flex-direction: column; gap: 8px; }',
})
export class AssistantSessions {
  readonly runs = input.required<PageList<AssistantRunDto>>();
}
