import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction';
import { readAgentPhone, type PhoneContext } from './agent-phone';
import { ClientContactsRepository } from './client-contacts.repository';
import type { Client, ClientToFind, FoundClient } from '../client.entity';
import { normalisePhone } from './phone';

/** Phones and emails of clients, for other features: reads numbers, and finds their clients. */
@Injectable()
export class ClientContactsService {
  constructor(private readonly contacts: ClientContactsRepository) {}

  /**
   * A phone number in E.164 form. It only has to be possible (of a length that its country has).
   * @param phone_region ISO 3166 code of the country whose numbers come without a prefix
   * @returns null for what is no number, or has an extension, which E.164 cannot hold
   */
  normalisePhone(text: string, phone_region: string): string | null {
    return normalisePhone(text, phone_region);
  }

  /**
   * A phone number in E.164 form, from whatever the platform of an agent sends in its place.
   * @returns null for what cannot be read
   */
  readAgentPhone(text: string, context: PhoneContext): string | null {
    return readAgentPhone(text, context);
  }

  /**
   * Finds the client with this phone, else with this email (of several the oldest, archived ones too), or makes one,
   * and moves its last activity forward. Until the transaction ends, others with the same phone or email wait, so that
   * of two at once only one makes the client.
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
