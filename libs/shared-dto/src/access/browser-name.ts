/** The first that matches counts: most browsers also call themselves by older ones' names. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/YaBrowser\//, 'Yandex'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux|X11/, 'Linux'],
];

/** `Firefox, Linux`; what it says of itself if that is no known browser; null if it says nothing. */
export function browserName(user_agent: string | null): string | null {
  if (user_agent === null) return null;
  const names = [BROWSERS, SYSTEMS].map((known) => known.find(([pattern]) => pattern.test(user_agent))?.[1]);
  const shown = names.filter((name) => name !== undefined);
  return shown.length > 0 ? shown.join(', ') : user_agent;
}

export function isPhone(user_agent: string | null): boolean {
  return /iPhone|Android.*Mobile/.test(user_agent ?? '');
}
