import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, MoreThan, Not, Repository } from 'typeorm';
import { Client } from '../client.entity';

export interface PhoneOwner {
  id: string;
  name: string;
}

/** Another client of a number, or of a conversation in which it writes. $2 is the client who would get it. */
const OTHER_OWNER = `
  select clients.id, clients.name from (
    select owner.id, place from unnest($1::text[]) as number, clients_of_phone(number) as owner
    union all
    select client_id, 3 from conversations where contact_phone = any($1::text[]) and client_id is not null
  ) as owner join clients on clients.id = owner.id
  where clients.id <> $2::uuid order by place, clients.id limit 1`;

/** Clients whose numbers have no country. */
@Injectable()
export class PhonesAsGivenRepository {
  constructor(@InjectRepository(Client) private readonly clients: Repository<Client>) {}

  /** By their ids, those behind one. */
  listAfter(after: string | null, limit: number): Promise<Client[]> {
    const which = { phone_as_given: Not(IsNull()), ...(after !== null && { id: MoreThan(after) }) };
    return this.clients.find({ where: which, order: { id: 'ASC' }, take: limit });
  }

  async findOtherOwner(numbers: readonly string[], id: string): Promise<PhoneOwner | null> {
    return (await this.clients.query<PhoneOwner[]>(OTHER_OWNER, [numbers, id]))[0] ?? null;
  }
}
