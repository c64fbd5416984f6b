import { inject, Injectable } from '@angular/core';
import type { BookForWaitingDto, CreateWaitingEntryDto, WaitingEntryDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { Api } from '../../http/api';

/** `/api/waiting-list` */
@Injectable({ providedIn: 'root' })
export class WaitingListApi {
  private readonly api = inject(Api);

  enter(entry: CreateWaitingEntryDto): Promise<WaitingEntryDto> {
    return this.api.post('/api/waiting-list', entry);
  }

  /** @throws Problem `slot_taken`, `invalid_transition`, `not_offered` */
  book(id: string, time: BookForWaitingDto): Promise<WaitingEntryDto> {
    return this.api.post(apiPath`/api/waiting-list/${id}/book`, time);
  }

  remove(id: string): Promise<void> {
    return this.api.remove(apiPath`/api/waiting-list/${id}`);
  }
}
