import { effect, inject, signal, type Signal } from '@angular/core';
import type { ClientDto } from '@groupless/shared-dto';
import { ClientsApi } from '../clients-api';

export interface Contact {
  phone: string;
  email: string;
  /** Who is being edited, and so is no duplicate. */
  ownId?: string;
}

const DEBOUNCE_MS = 300;
/** Fewer digits are no whole number yet. */
const FEWEST_DIGITS = 7;

/** Who has the phone or the email that is being typed, in an injection context. */
export function similarClients(contact: () => Contact): Signal<readonly ClientDto[]> {
  const api = inject(ClientsApi);
  const found = signal<readonly ClientDto[]>([]);
  effect((onCleanup) => {
    const typed = contact();
    const searches = searchesFor(typed);
    let isOld = false;
    const timer = setTimeout(() => void look(), DEBOUNCE_MS);
    onCleanup(() => {
      isOld = true;
      clearTimeout(timer);
    });

    async function look(): Promise<void> {
      const lists = await Promise.allSettled(searches.map((search) => api.list({ search, limit: 10 })));
      if (isOld) return;
      const clients = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
      const byId = new Map(clients.filter((client) => isSame(client, typed)).map((one) => [one.id, one]));
      found.set([...byId.values()]);
    }
  });
  return found.asReadonly();
}

function searchesFor({ phone, email }: Contact): string[] {
  const byPhone = digitsOf(phone).length >= FEWEST_DIGITS ? [phone.trim()] : [];
  return /^\S+@\S+$/.test(email.trim()) ? [...byPhone, email.trim()] : byPhone;
}

function isSame(client: ClientDto, { phone, email, ownId }: Contact): boolean {
  if (client.id === ownId) return false;
  const digits = digitsOf(phone);
  if (digits.length >= FEWEST_DIGITS && client.phone?.endsWith(digits) === true) return true;
  return email.trim() !== '' && client.email?.toLowerCase() === email.trim().toLowerCase();
}

/** Without the zeros that are dialled before a number at home or abroad. */
function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^0+/, '');
}
