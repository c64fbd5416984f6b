/** JSON that PostgreSQL made and nobody needs to look into: it goes to the caller as it is. */
export type JsonText = string & { readonly brand: 'JsonText' };

/** An object of members that are JSON texts already. Names come from the program, never from a caller. */
export function jsonObject(members: Record<string, JsonText>): JsonText {
  const body = Object.entries(members).map(([name, value]) => `"${name}":${value}`);
  return `{${body.join(',')}}` as JsonText;
}

export function toJsonText(value: string | number | boolean | null): JsonText {
  return JSON.stringify(value) as JsonText;
}
