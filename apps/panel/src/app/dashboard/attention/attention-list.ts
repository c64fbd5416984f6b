import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { DashboardDto } from '@groupless/shared-dto';
import { Business } from '../../data/business';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { Texts } from '../../i18n/texts';
import { Icon } from '../../ui/icon';
import { MailWordsPipe } from '../../crm/mails/mail-words';
import { OutcomeReminder } from '../../crm/outcome-reminder';
import { Toasts } from '../../ui/toasts/toasts';
import { RelativeTime } from '../../ui/formats/relative-time';
import { labelOfWindow } from '../../ui/usage/usage-windows';
import { Session } from '../../session/session';
import { attentionOf, unnamedItems, type AttentionItem } from './attention';

/** What somebody should look after, or that there is nothing. */
@Component({
  selector: 'app-attention-list',
  imports: [Icon, MailWordsPipe, PluralPipe, RelativeTime, RouterLink, TranslocoPipe],
  templateUrl: './attention-list.html',
  styleUrls: ['../card.css', './attention-list.css'],
})
export class AttentionList {
  readonly dashboard = input.required<DashboardDto>();
  private readonly session = inject(Session);
  private readonly settings = inject(Business).settings;
  private readonly formats = inject(Formats);
  private readonly texts = inject(Texts);
  private readonly toasts = inject(Toasts);
  private readonly outcomes = inject(OutcomeReminder);
  protected readonly items = computed(() =>
    [...attentionOf(this.dashboard()), ...unnamedItems(this.settings())]
      .filter((item) => this.isFor(item))
      .map((item) => ({ ...item, params: this.paramsOf(item) })),
  );

  protected hideOutcomes(): void {
    this.outcomes.show(false);
    this.toasts.undoable('dashboard.attention.outcomes_hidden', () => this.outcomes.show(true));
  }

  private isFor({ kind }: AttentionItem): boolean {
    // Only admins can repair accounts and settings.
    if (/^(?:session|usage|unnamed)_/.test(kind)) return this.session.isAdmin();
    return kind !== 'without_outcome' || this.outcomes.isShown();
  }

  private paramsOf({ kind, name = '', numbers = 0, tool, used }: AttentionItem): Record<string, string> {
    if (kind === 'many_numbers') return { name, numbers: this.formats.number(numbers) };
    if (kind === 'undelivered' || kind === 'unnamed_resource') return { name };
    const account =
      tool === undefined
        ? this.texts.of('dashboard.attention.account_named', { name })
        : this.texts.of('dashboard.attention.account_of_tool', {
            name,
            tool: this.texts.of(`usage.tools.${tool}`),
          });
    if (used === undefined) return { name: account };
    const label = labelOfWindow(used.window);
    return {
      name: account,
      window: label === null ? used.window : this.texts.of(label),
      percent: this.formats.percent(used.percent),
    };
  }
}
