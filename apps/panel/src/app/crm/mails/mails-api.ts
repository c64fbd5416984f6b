import { inject, Injectable } from '@angular/core';
import type { MailDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { Api } from '../../http/api';

/** What the panel asks of the log of mails. */
@Injectable({ providedIn: 'root' })
export class MailsApi {
  private readonly api = inject(Api);

  sendAgain(id: string): Promise<MailDto> {
    return this.api.post(apiPath`/api/mail/${id}/again`);
  }
}
