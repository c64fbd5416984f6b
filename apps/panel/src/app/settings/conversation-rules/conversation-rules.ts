import { Component, inject } from '@angular/core';
import { form, FormField, FormRoot } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  CONVERSATION_SHARINGS,
  LIMITS,
  type ConversationSettingsDto,
  type ConversationSharing,
  type WaitingLimitsDto,
} from '@groupless/shared-dto';
import { versionedQuery } from '../../data/query';
import { PageHeader } from '../../layout/page-header';
import { ErrorPanel } from '../../ui/error-panel';
import { afterSaving } from '../../ui/forms/changes-of';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { SaveButtons } from '../../ui/forms/save-buttons';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { Toasts } from '../../ui/toasts/toasts';
import { SettingsApi } from '../settings-api';
import { storedForm } from '../stored-form';

const LIMIT_NAMES = ['remind_assigned_minutes', 'remind_team_minutes', 'hand_back_minutes'] as const;

/** As they are typed; empty: not. */
type TypedLimits = Record<(typeof LIMIT_NAMES)[number], string>;

interface RulesForm extends TypedLimits {
  close_after_days: string;
  assign: ConversationSharing;
  away_after_minutes: string;
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
  assign: 'none',
  away_after_minutes: '',
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
  protected readonly stored = versionedQuery<ConversationSettingsDto>(() => '/api/settings/conversations');
  private readonly fields = storedForm(this.stored, { empty: EMPTY, fieldsOf: formOf, followed });
  protected readonly isChanged = this.fields.isChanged;
  protected readonly names = LIMIT_NAMES;
  protected readonly sharings = CONVERSATION_SHARINGS;
  protected readonly minutes = LIMITS.waiting_minutes;
  protected readonly days = LIMITS.closing_days;
  protected readonly form = form(this.fields.model, () => undefined, {
    submission: sending(
      (typed: RulesForm) => this.save(typed),
      () => this.isChanged(),
    ),
  });

  private async save(typed: RulesForm): Promise<void> {
    await this.fields.save(typed, (etag) => this.api.replaceConversationSettings(settingsOf(typed), etag));
    this.form().reset();
    this.toasts.show('conversation-rules.saved');
  }
}

function followed(now: RulesForm, before: RulesForm, stored: RulesForm): RulesForm {
  return {
    ...afterSaving(now, before, stored),
    outside_hours: afterSaving(now.outside_hours, before.outside_hours, stored.outside_hours),
  };
}

function formOf({
  close_after_days,
  outside_hours,
  assign,
  away_after_minutes,
  ...limits
}: ConversationSettingsDto): RulesForm {
  return {
    ...typedOf(limits),
    close_after_days: textOf(close_after_days),
    assign,
    away_after_minutes: textOf(away_after_minutes),
    differs_outside: outside_hours !== null,
    outside_hours: outside_hours === null ? NO_LIMITS : typedOf(outside_hours),
  };
}

function settingsOf(typed: RulesForm): ConversationSettingsDto {
  return {
    ...limitsOf(typed),
    close_after_days: numberOf(typed.close_after_days),
    assign: typed.assign,
    away_after_minutes: numberOf(typed.away_after_minutes),
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
