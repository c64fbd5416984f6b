import type { FieldErrorDto } from '@groupless/shared-dto';

/** What the entries of a body and of a query are called in messages. */
export type Noun = 'field' | 'parameter';

/** Names what is accepted instead, so that the caller can mend the request. */
export function unknownField(path: string, noun: Noun, accepted: Iterable<string>): FieldErrorDto {
  const names = [...accepted].join(', ');
  const advice = names === '' ? `No ${noun} is accepted here.` : `Accepted: ${names}.`;
  return {
    field: path,
    code: 'unknown_field',
    message: `Unknown ${noun} ${JSON.stringify(shortened(path))}. ${advice}`,
  };
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
