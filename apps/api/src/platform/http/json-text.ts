/** JSON text made by PostgreSQL. It is sent without being parsed; nothing checks that it is what it is said to be. */
export type JsonText<_Of = unknown> = string & { readonly brand: 'JsonText' };

/** An object whose members are JSON texts. Names are not escaped, so they must not come from a caller. */
export function jsonObject(members: Record<string, JsonText>): JsonText {
  const body = Object.entries(members).map(([name, value]) => `"${name}":${value}`);
  return `{${body.join(',')}}` as JsonText;
}

/** The object with `warnings`, where there are some. */
export function withWarnings(json: JsonText, warnings: readonly string[]): JsonText {
  return warnings.length === 0
    ? json
    : (`${json.slice(0, -1)},"warnings":${JSON.stringify(warnings)}}` as JsonText);
}

export function toJsonText(value: string | number | boolean | null): JsonText {
  return JSON.stringify(value) as JsonText;
}
