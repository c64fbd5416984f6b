import { joinPhonesAsGiven } from '@groupless/shared-dto';
import type { Client } from '../client.entity';
import type { FoundPhone, ReadPhone } from './phone';

/** The numbers of a person, as a client has them. */
export type StoredPhones = Pick<Client, 'phone' | 'phone_as_given' | 'extension' | 'other_phones'>;

/** Each number once: the first is the phone, and the others follow. */
export function storedPhones(found: readonly FoundPhone[]): StoredPhones {
  const read = found.filter((one): one is ReadPhone => one.phone !== null);
  const [first, ...more] = read.filter(
    (one, at) => read.findIndex(({ phone }) => phone === one.phone) === at,
  );
  return {
    phone: first?.phone ?? null,
    extension: first?.extension ?? null,
    other_phones: more.map((one) => ({ phone: one.phone, label: withExtension('', one.extension) })),
    phone_as_given: joinPhonesAsGiven(found.flatMap((one) => (one.phone === null ? [one.as_given] : []))),
  };
}

export function withExtension(label: string, extension: string | null): string {
  if (extension === null) return label;
  return label === '' ? `ext. ${extension}` : `${label}, ext. ${extension}`;
}
