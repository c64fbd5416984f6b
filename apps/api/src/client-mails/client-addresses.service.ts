import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventsService } from '../events/events.service';
import { AddressRefusalsService, type AddressAnswer } from '../mail/sending/address-refusals.service';
import { ClientMailsRepository } from './client-mails.repository';

/** Marks the clients whose address a mail server refuses for good. */
@Injectable()
export class ClientAddressesService implements OnModuleInit {
  constructor(
    private readonly refusals: AddressRefusalsService,
    private readonly clients: ClientMailsRepository,
    private readonly events: EventsService,
  ) {}

  onModuleInit(): void {
    this.refusals.onAnswer((answer) => this.note(answer));
  }

  /** Everybody who has the address is marked, and nobody who has another one by now. */
  private async note({ email, refusal }: AddressAnswer): Promise<void> {
    for (const id of await this.clients.noteAddress(email, refusal))
      this.events.announce('client.updated', id);
  }
}
