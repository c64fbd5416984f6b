import type { ClientDto, OtherPhoneDto } from '@groupless/shared-dto';

/** A phone with its extension, in one field. */
export function phoneText(client: Pick<ClientDto, 'phone' | 'phone_as_given' | 'extension'>): string {
  const { phone, phone_as_given, extension } = client;
  const text = phone ?? phone_as_given ?? '';
  return extension === null ? text : `${text} ext. ${extension}`;
}

/** What `phoneText()` was given. An extension that is written in another way is left to the API. */
export function phoneOf(text: string): Pick<ClientDto, 'phone' | 'extension'> {
  const [, phone = text, extension = null] = /^(.*\d)\s*ext\.?\s*(\d+)\s*$/i.exec(text) ?? [];
  return { phone: phone.trim() || null, extension };
}

/** A further number with its label: `+12125550124 (Mother)`. */
export function phoneLine({ phone, label }: OtherPhoneDto): string {
  return label === '' ? phone : `${phone} (${label})`;
}

/** The numbers of a field with one a line. A bracket with a digit in front belongs to the number: `+1 (212) 555-0124 (Mother)`. */
export function phonesOf(text: string): OtherPhoneDto[] {
  return text
    .split('\n')
    .map((line) => /^(.*?\d[\d\s./-]*)\(([^\d)].*)\)\s*$/.exec(line) ?? [line, line, ''])
    .map(([, phone = '', label = '']) => ({ phone: phone.trim(), label: label.trim() }))
    .filter(({ phone }) => phone !== '');
}
