import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  untracked,
} from '@angular/core';
import { apply, form, FormField, FormRoot, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ChatAgentSettingsDto, FirstStep } from '@groupless/shared-dto';
import type { Versioned } from '../../http/api';
import { isProblem } from '../../http/problem';
import type { StepFormInputs } from '../../layout/step-forms';
import { Toasts } from '../../layout/toasts/toasts';
import { Business } from '../../session/business';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { ChatAgentApi } from './chat-agent-api';
import { openClosures } from './closures/closure-list';
import { EMPTY_SETTINGS } from './empty-settings';
import { RegionField } from './region-field';
import { ServicesField } from './services-field';
import { SETTINGS_RULES } from './settings-rules';
import { WorkingHours } from './working-hours';
import { sortedWeek } from './working-week';
import { ZoneField } from './zone-field';

/** The part of the settings that a step is about. */
const FIELDS = {
  name: 'name',
  zone: 'time_zone',
  hours: 'working_hours',
  services: 'services',
  country: 'phone_region',
} as const satisfies Partial<Record<FirstStep, keyof ChatAgentSettingsDto>>;

/** One part of the chat agent's settings, for a first step. The rest stays as it is stored. */
@Component({
  selector: 'app-settings-step',
  imports: [
    Field,
    FormError,
    FormField,
    FormRoot,
    RegionField,
    ServicesField,
    TranslocoPipe,
    WorkingHours,
    ZoneField,
  ],
  templateUrl: './settings-step.html',
  styles: `
    form {
      display: flex;
      flex-direction: column;
      align-items: flex-start;
      gap: 16px;
    }

    app-field,
    app-zone-field,
    app-region-field {
      width: 100%;
      max-width: 420px;
    }

    app-working-hours,
    app-services-field {
      width: 100%;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class SettingsStep {
  readonly step = input.required<keyof typeof FIELDS>();
  readonly done = input.required<StepFormInputs['done']>();
  private readonly field = computed(() => FIELDS[this.step()]);
  private readonly api = inject(ChatAgentApi);
  private readonly toasts = inject(Toasts);
  private readonly stored = inject(Business).stored;
  /** As they were when the step was opened, whoever changes the settings meanwhile. */
  private readonly base = linkedSignal({
    source: this.step,
    computation: () => untracked(this.stored.value),
  });
  private readonly model = linkedSignal(() =>
    begun(this.step(), untracked(this.base)?.row ?? EMPTY_SETTINGS),
  );
  protected readonly form = form(
    this.model,
    (path) => {
      apply(path, SETTINGS_RULES);
      required(path.name, { when: () => this.step() === 'name' });
    },
    { submission: sending((settings: ChatAgentSettingsDto) => this.save(settings)) },
  );

  private async save(typed: ChatAgentSettingsDto): Promise<void> {
    const before = this.base();
    try {
      await this.replace(typed);
    } catch (error) {
      if (!isProblem(error, 'version_mismatch')) throw error;
      await this.stored.reload();
      this.base.set(this.stored.value());
      // Another part, and that stays; or the same part: sending it again is a decision.
      if (this.partOf(before) !== this.partOf(this.base())) throw error;
      await this.replace(typed);
    }
    this.toasts.show('chat-agent.saved');
    this.done()(true);
  }

  private partOf(stored: Versioned<ChatAgentSettingsDto> | null): string {
    return JSON.stringify(stored?.row[this.field()]);
  }

  private async replace(typed: ChatAgentSettingsDto): Promise<void> {
    const base = this.base();
    if (base === null) return;
    const changed = { ...base.row, [this.field()]: typed[this.field()] };
    const { row, etag } = await this.api.replace(changed, base.etag);
    this.stored.update(() => ({ row, etag }));
  }
}

/** With what most will choose, or a row to begin with. */
function begun(step: FirstStep, row: ChatAgentSettingsDto): ChatAgentSettingsDto {
  const settings = openClosures({ ...row, working_hours: sortedWeek(row.working_hours) });
  const { time_zone, services, slot_minutes } = settings;
  if (step === 'zone' && time_zone === 'UTC')
    return { ...settings, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  if (step === 'services' && services.length === 0)
    return { ...settings, services: [{ name: '', duration_minutes: slot_minutes }] };
  return settings;
}
