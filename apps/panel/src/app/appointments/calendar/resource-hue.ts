import { foldName } from '@groupless/shared-dto';
import { placeOfName } from '../../crm/resource-names';

const HUES = 6;

/** In which of the colours `--hue-1` to `--hue-6` a resource is shown: it stays with the resource. */
export function hueOf(resource: string, resources: readonly string[]): number {
  const place = placeOfName(resources, resource);
  const sum = [...foldName(resource)].reduce((before, letter) => before + (letter.codePointAt(0) ?? 0), 0);
  return ((place === -1 ? sum : place) % HUES) + 1;
}
