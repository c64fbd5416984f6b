import type { ChatAgentSettingsDto, ClosureDto } from '@groupless/shared-dto';

/** A new row, to be filled in. Without a resource, all are closed. */
export const NEW_CLOSURE: ClosureDto = { from: '', to: '', reason: '', resource: '' };

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

export function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value);
}
