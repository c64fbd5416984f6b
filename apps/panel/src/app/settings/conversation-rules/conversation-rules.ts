import { Component, computed, effect, inject, signal, untracked } from '@angular/core';
import { form, FormField, FormRoot } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type ConversationSettingsDto, type WaitingLimitsDto } from '@groupless/shared-dto';
import { versionedQuery } from '../../data/query';
import { isProblem } from '../../http/problem';
import { PageHeader } from '../../layout/page-header';
import { holdsUnsaved } from '../../session/unsaved';
import { ErrorPanel } from '../../ui/error-panel';
import { afterSaving, isSame } from '../../ui/forms/changes-of';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { SaveButtons } from '../../ui/forms/save-buttons';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { Toasts } from '../../ui/toasts/toasts';
import { SettingsApi } from '../settings-api';

const LIMIT_NAMES = ['remind_assigned_minutes', 'remind_team_minutes', 'hand_back_minutes'] as const;

/** As they are typed; empty: not. */
type TypedLimits = Record<(typeof LIMIT_NAMES)[number], string>;

interface RulesForm extends TypedLimits {
  close_after_days: string;
  differs_outside: boolean;
  outside_hours: TypedLimits;
}

const NO_LIMITS: TypedLimits = {
  remind_assigned_minutes: '',
  remind_team_minutes: '',
  hand_back_minutes: '',
};
const EMPTY: RulesForm = {
  ...NO_LIMITS,
  close_after_days: '',
  differs_outside: false,
  outside_hours: NO_LIMITS,
};

/** What happens to conversations in which nobody answers. */
@Component({
  selector: 'app-conversation-rules',
  imports: [
    ErrorPanel,
    Field,
    FormError,
    FormField,
    FormRoot,
    PageHeader,
    SaveButtons,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './conversation-rules.html',
  styleUrls: ['../profile/section.css', '../settings-screen.css', '../mail/mail.css'],
})
export class ConversationRules {
  private readonly api = inject(SettingsApi);
  private readonly toasts = inject(Toasts);
  private readonly model = signal<RulesForm>(EMPTY);
  /** What the form was filled from. */
  private readonly base = signal<RulesForm>(EMPTY);
  protected readonly stored = versionedQuery<ConversationSettingsDto>(() => '/api/settings/conversations');
  protected readonly isChanged = computed(() => !isSame(this.model(), this.base()));
  protected readonly names = LIMIT_NAMES;
  protected readonly minutes = LIMITS.waiting_minutes;
  protected readonly days = LIMITS.closing_days;
  protected readonly form = form(this.model, () => undefined, {
    submission: sending(
      (typed: RulesForm) => this.save(typed),
      () => this.isChanged(),
    ),
  });

  constructor() {
    holdsUnsaved(this.isChanged);
    effect(() => {
      const stored = this.stored.value();
      if (stored !== null) untracked(() => this.follow(stored.row, this.base()));
    });
  }

  private async save(typed: RulesForm): Promise<void> {
    const etag = this.stored.value()?.etag ?? null;
    try {
      const stored = await this.api.replaceConversationSettings(settingsOf(typed), etag);
      this.follow(stored.row, typed);
      this.stored.take(stored);
    } catch (error) {
      // The next try is over what somebody else has stored.
      if (isProblem(error, 'version_mismatch')) await this.stored.reload();
      throw error;
    }
    this.form().reset();
    this.toasts.show('conversation-rules.saved');
  }

  /** What is being typed stays; the rest becomes as it is stored. */
  private follow(settings: ConversationSettingsDto, before: RulesForm): void {
    const stored = formOf(settings);
    this.model.update((now) => ({
      ...afterSaving(now, before, stored),
      outside_hours: afterSaving(now.outside_hours, before.outside_hours, stored.outside_hours),
    }));
    this.base.set(stored);
  }
}

function formOf({ close_after_days, outside_hours, ...limits }: ConversationSettingsDto): RulesForm {
  return {
    ...typedOf(limits),
    close_after_days: textOf(close_after_days),
    differs_outside: outside_hours !== null,
    outside_hours: outside_hours === null ? NO_LIMITS : typedOf(outside_hours),
  };
}

function settingsOf(typed: RulesForm): ConversationSettingsDto {
  return {
    ...limitsOf(typed),
    close_after_days: numberOf(typed.close_after_days),
    outside_hours: typed.differs_outside ? limitsOf(typed.outside_hours) : null,
  };
}

function typedOf(limits: WaitingLimitsDto): TypedLimits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, textOf(limits[name])])) as TypedLimits;
}

function limitsOf(typed: TypedLimits): WaitingLimitsDto {
  return Object.fromEntries(
    LIMIT_NAMES.map((name) => [name, numberOf(typed[name])]),
  ) as unknown as WaitingLimitsDto;
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

/** What is no number stays wrong, so that the API says so. */
function numberOf(typed: string): number | null {
  if (typed.trim() === '') return null;
  const number = Number(typed);
  return Number.isNaN(number) ? (typed as unknown as number) : number;
}
