import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  splitPhonesAsGiven,
  type PhonesReadDto,
  type ReadPhonesDto,
  type UnreadPhoneDto,
} from '@groupless/shared-dto';
import type { KnownActor } from '../../platform/access/caller';
import { AppError } from '../../platform/errors/app-error';
import { contactsOf, type Client } from '../client.entity';
import { ClientsService } from '../clients.service';
import { toOtherPhone } from '../files/phone-cells';
import { readPhones } from './phone';
import { PhonesAsGivenRepository, type PhoneOwner } from './phones-as-given.repository';
import { withExtension } from './stored-phones';

/** Reads numbers that came before there was a country, each in a transaction of its own. */
@Injectable()
export class PhonesAsGivenService {
  constructor(
    private readonly phones: PhonesAsGivenRepository,
    private readonly clients: ClientsService,
  ) {}

  /** At most `LIMITS.read_phones` clients. */
  async read({ country, dry_run = false, after }: ReadPhonesDto, actor: KnownActor): Promise<PhonesReadDto> {
    const batch = await this.phones.listAfter(after ?? null, LIMITS.read_phones);
    const answer: PhonesReadDto = { read: [], left: [], next: null };
    const given: Given = new Map();
    for (const client of batch) {
      const { id, name, phone_as_given } = client;
      const shown = { id, name, phone_as_given: phone_as_given ?? '' };
      const edit = editOf(client, country);
      const left =
        edit === null
          ? ({ why: 'not_of_country', with: null } as const)
          : ((await this.whoseAlready(client, edit, given)) ??
            (dry_run ? null : await this.store(client, edit, actor)));
      if (left !== null) answer.left.push({ ...shown, ...left });
      else answer.read.push({ ...shown, phone: edit?.phone ?? '' });
    }
    if (batch.length === LIMITS.read_phones) answer.next = batch.at(-1)?.id ?? null;
    return answer;
  }

  private async whoseAlready(client: Client, edit: NumbersRead, given: Given): Promise<Left | null> {
    const { id, name } = client;
    const own = contactsOf(client).phones;
    const numbers = contactsOf({ ...edit, email: null }).phones.filter((number) => !own.includes(number));
    const first = numbers.map((number) => given.get(number)).find((owner) => owner !== undefined);
    const owner = first ?? (await this.phones.findOtherOwner(numbers, id));
    if (owner !== null) return { why: 'taken', with: owner };
    for (const number of numbers) given.set(number, { id, name });
    return null;
  }

  private async store({ id, version }: Client, edit: NumbersRead, actor: KnownActor): Promise<Left | null> {
    try {
      await this.clients.giveNumbers(id, edit, [version], actor);
      return null;
    } catch (error) {
      // Meanwhile it became somebody else's, or the client was changed.
      if (!(error instanceof AppError)) throw error;
      return { why: error.code === 'duplicate_client' ? 'taken' : 'changed', with: null };
    }
  }
}

type NumbersRead = Pick<Client, 'phone' | 'phone_as_given' | 'extension' | 'other_phones'>;
type Left = Pick<UnreadPhoneDto, 'why' | 'with'>;
/** Whose the numbers are by this request. */
type Given = Map<string, PhoneOwner>;

/** The client's numbers afterwards; null if one is no valid number of the country, or there are too many. */
function editOf(client: Client, country: string): NumbersRead | null {
  let { phone, extension } = client;
  const others = [...client.other_phones];
  for (const part of splitPhonesAsGiven(client.phone_as_given)) {
    const { number, label } = toOtherPhone(part);
    const found = readPhones(number, country);
    if (found.length === 0) return null;
    for (const one of found) {
      if (one.phone === null || !one.is_valid) return null;
      if (phone === null) [phone, extension] = [one.phone, one.extension];
      else if (phone !== one.phone && !others.some((other) => other.phone === one.phone))
        others.push({ phone: one.phone, label: withExtension(label, one.extension) });
    }
  }
  if (others.length > LIMITS.other_phones) return null;
  return { phone, extension, other_phones: others, phone_as_given: null };
}
