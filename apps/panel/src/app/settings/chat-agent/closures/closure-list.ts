import type { ChatAgentSettingsDto, ClosureDto } from '@groupless/shared-dto';

/** A new row, to be filled in. Without a resource, all are closed. */
export const NEW_CLOSURE: ClosureDto = { from: '', to: '', reason: '', resource: '', public: false };

/** The settings as the form holds them: a form needs every field, so a missing resource is an empty text. */
export function openClosures(settings: ChatAgentSettingsDto): ChatAgentSettingsDto {
  const closures = settings.closures.map((closure) => ({ ...NEW_CLOSURE, ...closure }));
  return { ...settings, closures };
}

/** The settings as the API takes them: without empty resources. */
export function storedClosures(settings: ChatAgentSettingsDto): ChatAgentSettingsDto {
  const closures = settings.closures.map(({ resource, ...closure }) =>
    resource === undefined || resource === '' ? closure : { ...closure, resource },
  );
  return { ...settings, closures };
}

export type ClosureInput = 'date' | 'datetime-local' | 'text';

/** The input for an end of a closure. A program may have stored a time, or one with its offset, instead of a day. */
export function inputFor(value: string): ClosureInput {
  if (value === '' || isDay(value)) return 'date';
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? 'datetime-local' : 'text';
}

/** Whether both ends are days, or local times: what the form can change into each other. */
export function hasHours({ from, to }: ClosureDto): boolean | null {
  const inputs = [inputFor(from), inputFor(to)];
  if (inputs.includes('text')) return null;
  return inputs.includes('datetime-local');
}

/** The same days with hours, at first the afternoon, or without. Where no day is named, it is today. */
export function withHours(closure: ClosureDto, isOn: boolean, today: string): ClosureDto {
  const [first, last] = [closure.from.slice(0, 10), closure.to.slice(0, 10)];
  if (!isOn) return { ...closure, from: first, to: last };
  const from = first === '' ? today : first;
  return { ...closure, from: `${from}T12:00`, to: `${last === '' ? from : last}T18:00` };
}

export function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value);
}
