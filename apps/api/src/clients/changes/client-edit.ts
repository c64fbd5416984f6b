import type { ClientField } from '@groupless/shared-dto';
import { isDeepStrictEqual } from 'node:util';
import { contactsOf, type Client, type Contacts } from '../client.entity';

/** The fields of a client that people can change. */
export type ClientEdit = Partial<Pick<Client, ClientField>>;

/** Computes an edit from the stored client. It cannot change contacts, which are locked before the row is read. */
export type ClientEditor = (stored: Client) => Omit<ClientEdit, 'phone' | 'other_phones' | 'email'>;

/** The fields of an edit that differ from the stored ones. */
export function differences(stored: Client, edit: ClientEdit): ClientEdit {
  const changed = Object.entries(edit).filter(
    ([name, value]) => !isDeepStrictEqual(stored[name as keyof ClientEdit], value),
  );
  return Object.fromEntries(changed);
}

/**
 * A new phone removes the old extension, and the phone is never one of the other numbers. What becomes the client's own is not
 * shared any more.
 */
export function wholeEdit(stored: Client, edit: ClientEdit): ClientEdit {
  const { phone = stored.phone, extension, other_phones = stored.other_phones } = edit;
  const others = other_phones.filter((other) => other.phone !== phone);
  const { shared_phone = stored.shared_phone, shared_email = stored.shared_email } = edit;
  const email = (edit.email ?? stored.email)?.toLowerCase();
  return {
    ...edit,
    other_phones: others,
    ...(phone !== stored.phone && { extension: extension ?? null }),
    shared_phone: contactsOf({ phone, other_phones: others, email: null }).phones.includes(shared_phone ?? '')
      ? null
      : shared_phone,
    shared_email: shared_email?.toLowerCase() === email ? null : shared_email,
  };
}

/** The contacts that no other client may have: new numbers and a new email. */
export function newContacts(
  stored: Client,
  { phone = null, other_phones, email = null }: ClientEdit,
): Contacts {
  const known = contactsOf(stored).phones;
  const { phones } = contactsOf({ phone, other_phones, email });
  return { phones: phones.filter((number) => !known.includes(number)), email };
}

/** The numbers that are removed from the client. */
export function removedNumbers(stored: Client, changes: ClientEdit): string[] {
  const { phone = stored.phone, other_phones = stored.other_phones } = changes;
  const { phones } = contactsOf({ phone, other_phones, email: null });
  return contactsOf(stored).phones.filter((number) => !phones.includes(number));
}
