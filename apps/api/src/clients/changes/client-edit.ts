import type { ClientField } from '@groupless/shared-dto';
import { isDeepStrictEqual } from 'node:util';
import { contactsOf, type Client, type Contacts } from '../client.entity';

/** What people can change of a client. */
export type ClientEdit = Partial<Pick<Client, ClientField>>;

/** What is changed by what is stored: not the contacts, which are locked before that is read. */
export type ClientEditor = (stored: Client) => Omit<ClientEdit, 'phone' | 'other_phones' | 'email'>;

/** What of an edit is not so yet. */
export function differences(stored: Client, edit: ClientEdit): ClientEdit {
  const changed = Object.entries(edit).filter(
    ([name, value]) => !isDeepStrictEqual(stored[name as keyof ClientEdit], value),
  );
  return Object.fromEntries(changed);
}

/** With a new phone its old extension goes, and the phone is never among the others. */
export function wholeEdit(stored: Client, edit: ClientEdit): ClientEdit {
  const { phone = stored.phone, extension, other_phones = stored.other_phones } = edit;
  const others = other_phones.filter((other) => other.phone !== phone);
  return { ...edit, other_phones: others, ...(phone !== stored.phone && { extension: extension ?? null }) };
}

/** What nobody else may have: the numbers that the client does not have yet, and a new email. */
export function newContacts(
  stored: Client,
  { phone = null, other_phones, email = null }: ClientEdit,
): Contacts {
  const known = contactsOf(stored).phones;
  const { phones } = contactsOf({ phone, other_phones, email });
  return { phones: phones.filter((number) => !known.includes(number)), email };
}

/** The numbers that the client has no longer. */
export function removedNumbers(stored: Client, changes: ClientEdit): string[] {
  const { phone = stored.phone, other_phones = stored.other_phones } = changes;
  const { phones } = contactsOf({ phone, other_phones, email: null });
  return contactsOf(stored).phones.filter((number) => !phones.includes(number));
}
