import { Component, computed, inject, input, linkedSignal, untracked } from '@angular/core';
import { apply, form, FormField, FormRoot, required } from '@angular/forms/signals';
import { Router } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  USES,
  type AffectedAppointmentDto,
  type ChatAgentSettingsDto,
  type FirstStep,
} from '@groupless/shared-dto';
import { sendOver } from '../../../http/send-over';
import type { StepFormInputs } from '../../../layout/step-forms';
import { Toasts } from '../../../ui/toasts/toasts';
import { Business } from '../../../data/business';
import { PhonesAsGiven } from '../../../crm/first-questions/phones-as-given';
import { Field, FormError } from '../../../ui/forms/field';
import { sending } from '../../../ui/forms/form-submission';
import { AffectedAppointments, isCutOff } from '../affected/affected-appointments';
import { ChatAgentApi } from '../chat-agent-api';
import { openClosures } from '../closures/closure-list';
import { EMPTY_SETTINGS } from '../empty-settings';
import { RegionField } from '../region-field';
import { proposedCountry } from './proposed-country';
import { ServicesField } from './services-field';
import { SETTINGS_RULES } from '../settings-rules';
import { WorkingHours } from '../hours/working-hours';
import { sortedWeek } from '../hours/working-week';
import { ZoneField } from '../zone-field';

/** The part of the settings that a step is about. */
const FIELDS = {
  use: 'used_for',
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

    .uses {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }

    .use {
      height: auto;
      min-height: 48px;
      padding: 8px 16px;
      white-space: normal;
    }
  `,
})
export class SettingsStep {
  readonly step = input.required<keyof typeof FIELDS>();
  readonly done = input.required<StepFormInputs['done']>();
  private readonly field = computed(() => FIELDS[this.step()]);
  private readonly api = inject(ChatAgentApi);
  private readonly toasts = inject(Toasts);
  private readonly router = inject(Router);
  private readonly affected = inject(AffectedAppointments);
  private readonly phones = inject(PhonesAsGiven);
  private readonly stored = inject(Business).stored;
  /** As they were when the step was opened, whoever changes the settings meanwhile. */
  private readonly base = linkedSignal({
    source: this.step,
    computation: () => untracked(this.stored.value),
  });
  private readonly model = linkedSignal(() =>
    begun(this.step(), untracked(this.base)?.row ?? EMPTY_SETTINGS),
  );
  protected readonly uses = USES;
  protected readonly form = form(
    this.model,
    (path) => {
      apply(path, SETTINGS_RULES);
      required(path.name, { when: () => this.step() === 'name' });
      required(path.phone_region, { when: () => this.step() === 'country' });
    },
    { submission: sending((settings: ChatAgentSettingsDto) => this.save(settings)) },
  );

  private async save(typed: ChatAgentSettingsDto): Promise<void> {
    const [base, field] = [this.base(), this.field()];
    if (base === null) return;
    const partOf = (row: ChatAgentSettingsDto) => JSON.stringify(row[field]);
    let affected: readonly AffectedAppointmentDto[] = [];
    let phones = 0;
    const outcome = await sendOver(base, {
      send: async ({ row, etag }) => {
        const replaced = await this.api.replace({ ...row, [field]: typed[field] }, etag);
        affected = replaced.affected;
        phones = replaced.phones_as_given;
        return replaced;
      },
      read: async () => {
        await this.stored.reload();
        return this.stored.value() ?? base;
      },
      isFree: (row) => partOf(row) === partOf(base.row),
    });
    if (outcome.theirs !== undefined) {
      // Sending it again is a decision.
      this.base.set(outcome.theirs);
      throw outcome.problem;
    }
    const { row, etag } = outcome.stored;
    this.stored.update(() => ({ row, etag }));
    this.tell(affected);
    this.done()(true);
    if (field === 'phone_region' && row.phone_region !== null && phones > 0)
      await this.phones.open(row.phone_region);
  }

  /** The list of those that are not possible any more stands where the settings are. */
  private tell(affected: readonly AffectedAppointmentDto[]): void {
    this.affected.add(affected);
    if (affected.length === 0) this.toasts.show('chat-agent.saved');
    else {
      const run = () => void this.router.navigateByUrl('/settings/business');
      const params = { count: `${affected.length}${isCutOff(affected) ? '+' : ''}` };
      this.toasts.remark('chat-agent.saved_affected', {
        params,
        action: { label: 'chat-agent.open_affected', run },
      });
    }
  }
}

/** With what most will choose, or a row to begin with. */
function begun(step: FirstStep, row: ChatAgentSettingsDto): ChatAgentSettingsDto {
  const settings = openClosures({ ...row, working_hours: sortedWeek(row.working_hours) });
  const { time_zone, phone_region, services, slot_minutes } = settings;
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  if (step === 'zone' && time_zone === 'UTC') return { ...settings, time_zone: zone };
  if (step === 'country' && phone_region === null)
    return { ...settings, phone_region: proposedCountry(navigator.languages, zone) };
  if (step === 'services' && services.length === 0)
    return { ...settings, services: [{ name: '', duration_minutes: slot_minutes }] };
  return settings;
}
