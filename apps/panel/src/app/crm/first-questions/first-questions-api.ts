import { inject, Injectable } from '@angular/core';
import type { FirstStepsDto, PhonesReadDto, ReadPhoneDto, UnreadPhoneDto } from '@groupless/shared-dto';
import { Business } from '../../data/business';
import { Api } from '../../http/api';

const STEPS = '/api/settings/first-steps';

/** The numbers that were read, or would be, and those that stay as they are given. */
export interface PhonesRead {
  read: ReadPhoneDto[];
  left: UnreadPhoneDto[];
}

@Injectable({ providedIn: 'root' })
export class FirstQuestionsApi {
  private readonly api = inject(Api);
  private readonly business = inject(Business);

  /** The zone that is stored counts as chosen from now on. */
  async keepZone(): Promise<void> {
    const { skipped } = await this.api.get<FirstStepsDto>(STEPS);
    await this.api.put(STEPS, { skipped: [...new Set([...skipped, 'zone'])] });
    await this.business.stored.reload();
  }

  /** All numbers without a country, read as those of one; in a dry run nothing is stored. */
  async readPhones(country: string, dry_run: boolean): Promise<PhonesRead> {
    const all: PhonesRead = { read: [], left: [] };
    let after: string | null = null;
    do {
      const request: object = { country, dry_run, ...(after !== null && { after }) };
      const part: PhonesReadDto = await this.api.post<PhonesReadDto>('/api/clients/phones/read', request);
      all.read.push(...part.read);
      all.left.push(...part.left);
      after = part.next;
    } while (after !== null);
    return all;
  }
}
