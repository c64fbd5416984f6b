import { inject, Injectable } from '@angular/core';
import type { InvitedDto } from '@groupless/shared-dto';
import { Api } from '../http/api';

@Injectable({ providedIn: 'root' })
export class InviteApi {
  private readonly api = inject(Api);

  look(token: string): Promise<InvitedDto> {
    return this.api.post('/api/auth/invite/look', { token });
  }
}
