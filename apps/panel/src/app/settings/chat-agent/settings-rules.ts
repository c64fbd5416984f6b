import {
  apply,
  applyEach,
  max,
  maxLength,
  min,
  required,
  schema,
  validate,
  validateTree,
} from '@angular/forms/signals';
import {
  LIMITS,
  type ChatAgentSettingsDto,
  type ClosureDto,
  type ServiceDto,
  type WorkingHoursDto,
} from '@groupless/shared-dto';
import { isClock } from './hours/clock';
import { inputFor, isDay } from './closures/closure-list';
import { overlapping } from './hours/working-week';

const HOURS_RULES = schema<WorkingHoursDto>((hours) => {
  validate(hours.opens, ({ value }) =>
    isClock(value()) && value() !== '24:00' ? undefined : { kind: 'no_clock' },
  );
  // A time that is not later than the opening is on the next day.
  validate(hours.closes, ({ value }) => (isClock(value()) ? undefined : { kind: 'no_clock' }));
});

/** Of the hours of a week. */
export const WEEK_RULES = schema<WorkingHoursDto[]>((week) => {
  applyEach(week, HOURS_RULES);
  validateTree(week, ({ value, fieldTree }) =>
    overlapping(value()).flatMap((index) => errorAt('overlap', fieldTree[index])),
  );
});

/** Days and local times are compared here. Times with offsets need the time zone, and the API compares them. */
export const CLOSURE_RULES = schema<ClosureDto>((closure) => {
  required(closure.from);
  required(closure.to);
  validate(closure.to, ({ value, valueOf }) => {
    const from = valueOf(closure.from);
    if (isDay(from) && isDay(value()) && value() < from) return { kind: 'day_order' };
    const areTimes = inputFor(from) === 'datetime-local' && inputFor(value()) === 'datetime-local';
    return areTimes && value() <= from ? { kind: 'time_order' } : undefined;
  });
  maxLength(closure.reason, LIMITS.closure_reason.max);
});

const SERVICE_RULES = schema<ServiceDto>((service) => {
  required(service.name);
  maxLength(service.name, LIMITS.service_name.max);
  required(service.duration_minutes);
  min(service.duration_minutes, LIMITS.service_minutes.min);
  max(service.duration_minutes, LIMITS.service_minutes.max);
});

const NUMBERS = {
  notice_minutes: LIMITS.notice_minutes,
  buffer_minutes: LIMITS.buffer_minutes,
  cancel_notice_minutes: LIMITS.notice_minutes,
  horizon_days: LIMITS.horizon_days,
};

/** What the API would refuse, said while it is typed. */
export const SETTINGS_RULES = schema<ChatAgentSettingsDto>((path) => {
  maxLength(path.name, LIMITS.agent_name.max);
  maxLength(path.phone, LIMITS.phone.max);
  maxLength(path.business_name, LIMITS.business_name.max);
  maxLength(path.address, LIMITS.business_address.max);
  maxLength(path.greeting, LIMITS.agent_greeting.max);
  required(path.language);
  required(path.time_zone);
  required(path.slot_minutes);
  min(path.slot_minutes, LIMITS.slot_minutes.min);
  max(path.slot_minutes, LIMITS.slot_minutes.max);
  for (const name of Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]) {
    required(path[name]);
    min(path[name], NUMBERS[name].min);
    max(path[name], NUMBERS[name].max);
  }
  applyEach(path.closures, CLOSURE_RULES);
  apply(path.working_hours, WEEK_RULES);
  applyEach(path.services, SERVICE_RULES);
  validateTree(path.services, ({ value, fieldTree }) =>
    repeated(value().map(({ name }) => name)).flatMap((index) => errorAt('repeated', fieldTree[index]?.name)),
  );
});

function errorAt<Tree>(kind: string, fieldTree: Tree | undefined): { kind: string; fieldTree: Tree }[] {
  return fieldTree === undefined ? [] : [{ kind, fieldTree }];
}

/** Indexes of names that stood there before. */
function repeated(names: readonly string[]): number[] {
  return names.flatMap((name, index) => (name !== '' && names.indexOf(name) < index ? [index] : []));
}
