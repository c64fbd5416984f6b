import type { FieldErrorDto } from '@groupless/shared-dto';

/** The word for an entry of a body or a query in messages. */
export type Noun = 'field' | 'parameter';

/** The error lists the accepted names, so that the caller can correct the request. */
export function unknownField(path: string, noun: Noun, accepted: Iterable<string>): FieldErrorDto {
  const known = [...accepted];
  const names = known.join(', ');
  // Some libraries write lists in queries as `name[]`.
  const isList = path.endsWith('[]') && known.includes(path.slice(0, -2));
  const several = isList ? ` Send several values as one ${path.slice(0, -2)}, with commas between.` : '';
  const advice = names === '' ? `No ${noun} is accepted here.` : `Accepted: ${names}.${several}`;
  return {
    field: path,
    code: 'unknown_field',
    message: `Unknown ${noun} ${JSON.stringify(shortened(path))}. ${advice}`,
  };
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
