import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction';
import {
  hearCaller,
  hearPhones,
  readAgentPhone,
  unheard,
  type CallerPhones,
  type PhoneContext,
} from './agent-phone';
import { ClientContactsRepository } from './client-contacts.repository';
import type { Client, ClientToFind, FoundClient } from '../client.entity';
import { nameFit } from '../names';
import { normalisePhone, phoneAsGiven, readPhones } from './phone';
import { storedPhones, type StoredPhones } from './stored-phones';

export type { PhoneContext };

/** Parses phone numbers and finds clients by phone and email, for other features. */
@Injectable()
export class ClientContactsService {
  constructor(private readonly contacts: ClientContactsRepository) {}

  /**
   * A phone number in E.164 format. It has to be possible only (of a valid length for its country).
   * @param phone_region ISO 3166 code of the country for numbers without a prefix; null: nobody has chosen it
   * @returns null if it is not a phone number, or one whose country is not known
   */
  normalisePhone(text: string, phone_region: string | null): string | null {
    return normalisePhone(text, phone_region);
  }

  /**
   * A phone number in E.164 format, from whatever text an agent's platform sends.
   * @returns null if it cannot be parsed, or is several
   */
  readAgentPhone(text: string, context: PhoneContext): string | null {
    return readAgentPhone(text, context);
  }

  /**
   * The numbers that people of the team typed for a person.
   * @returns null if it is not a phone number
   */
  readPhones(text: string, phone_region: string | null): StoredPhones | null {
    const found = readPhones(text, phone_region);
    return found.length === 0 ? null : storedPhones(found);
  }

  /**
   * The numbers that an agent heard of a person.
   * @returns `warning`: what cannot be read, and what to do; null: nothing is left over
   */
  hearPhones(text: string, context: PhoneContext): { phones: StoredPhones; warning: string | null } {
    const heard = hearPhones(text, context);
    return { phones: storedPhones(heard.numbers), warning: unheard(text, heard) };
  }

  /**
   * The phone of who calls an agent.
   * @param told what the model says
   * @param caller_phone what the platform says; null: nothing
   */
  hearCaller(told: string | undefined, caller_phone: string | null, context: PhoneContext): CallerPhones {
    return hearCaller(told, caller_phone, context);
  }

  /** The text of a number without a country code; null if it is no number, or has one. */
  phoneAsGiven(text: string): string | null {
    return phoneAsGiven(text)?.as_given ?? null;
  }

  /**
   * Whose number this is: the one rule for bookings, pings, duplicates, merges and imports (`clients_of_phone()` in the
   * database). Those who have it as their phone or among their other numbers, also by a client who was merged into
   * them; where nobody has, those with the email. Of several the likeliest is the first: whose name fits, then whose
   * first number it is, then who was active last.
   * @param person with an empty name where it is not known
   */
  listOwners(
    transaction: Transaction,
    person: Pick<ClientToFind, 'name' | 'phone' | 'email'>,
  ): Promise<Client[]> {
    return this.contacts.listOwners(transaction, person);
  }

  /** The ids of `listOwners()` for a number; with a name, only the clients of that name. */
  listIdsOfPhone(phone: string, name: string | null): Promise<string[]> {
    return this.contacts.listIdsOfPhone(phone, name);
  }

  /** Those who are called so, by any of their words in any order; archived ones too, at most 20. */
  listOfName(transaction: Transaction, name: string): Promise<Client[]> {
    return this.contacts.listOfName(transaction, name);
  }

  /** Whether two names, folded by `sort_name()`, have the same words in any order. Salutations do not count. */
  isSameName(one: string, other: string): boolean {
    return nameFit(one, other) === 2;
  }

  /**
   * Finds the most likely of `listOwners()`, archived ones too, or creates a client, and moves its last activity
   * forward. Others with the same phone or email wait until the transaction ends, so that two calls at once create one
   * client.
   */
  findOrMake(transaction: Transaction, person: ClientToFind): Promise<FoundClient> {
    return this.contacts.findOrMake(transaction, person);
  }

  /** The client with this id, whose last activity moves forward; null if there is none. */
  findActive(transaction: Transaction, id: string, at: Date): Promise<Client | null> {
    return this.contacts.findActive(transaction, id, at);
  }

  /** Moves the client's last activity forward, never back. */
  noteActivity(id: string, at: Date): Promise<void> {
    return this.contacts.noteActivity(id, at);
  }
}
