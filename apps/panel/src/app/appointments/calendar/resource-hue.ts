import { foldName, scheduleOf, type ScheduleDto } from '@groupless/shared-dto';
import { placeOfName } from '../../crm/resource-names';

const HUES = 6;

/** In which of the colours `--hue-1` to `--hue-6` a resource is shown: it stays with the resource. */
export function hueOf(resource: string, resources: readonly string[]): number {
  const place = placeOfName(resources, resource);
  const sum = [...foldName(resource)].reduce((before, letter) => before + (letter.codePointAt(0) ?? 0), 0);
  return ((place === -1 ? sum : place) % HUES) + 1;
}

/** The colour that the settings give a resource; null: one of the six. */
export function ownColour(resource: string, schedules: readonly ScheduleDto[]): string | null {
  return scheduleOf({ schedules: [...schedules] }, resource)?.colour ?? null;
}

/** Its own colour, else one of the six, as CSS writes it. */
export function colourOf(
  resource: string,
  resources: readonly string[],
  schedules: readonly ScheduleDto[],
): string {
  return ownColour(resource, schedules) ?? `var(--hue-${hueOf(resource, resources)})`;
}
