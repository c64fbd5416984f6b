const HUES = 6;

/** In which of the colours `--hue-1` to `--hue-6` a resource is shown: it stays with the resource. */
export function hueOf(id: string, ids: readonly string[]): number {
  const place = ids.indexOf(id);
  const sum = [...id].reduce((before, letter) => before + (letter.codePointAt(0) ?? 0), 0);
  return ((place === -1 ? sum : place) % HUES) + 1;
}
