import { inject, Injectable, signal } from '@angular/core';
import type { MeDto, UpdateMeDto } from '@groupless/shared-dto';
import { Serial } from '../http/serial';
import { Appearance } from '../i18n/appearance';
import { SessionApi } from './session-api';

/** The own account, as it is stored. The panel looks and speaks as it says. */
@Injectable({ providedIn: 'root' })
export class Me {
  private readonly api = inject(SessionApi);
  private readonly appearance = inject(Appearance);
  private readonly changes = new Serial();
  private readonly stored = signal<MeDto | null>(null);
  /** Changes that the server has not answered yet. */
  private pending: UpdateMeDto[] = [];

  readonly user = this.stored.asReadonly();

  /** Changes the own name or preferences, and shows what is stored then. Several changes are saved in their order. */
  change(changes: UpdateMeDto): Promise<void> {
    this.pending.push(changes);
    return this.changes.run(async () => {
      try {
        this.stored.set(await this.api.updateMe(changes));
      } finally {
        this.pending = this.pending.filter((one) => one !== changes);
        await this.adopt();
      }
    });
  }

  /** Somebody else may have changed it. */
  async read(): Promise<void> {
    await this.show(await this.api.me());
  }

  /** Takes over what another answer said about the own account. */
  async show(me: MeDto): Promise<void> {
    this.stored.set(me);
    await this.adopt();
  }

  forget(): void {
    this.stored.set(null);
  }

  /** As it is stored, with what is still being saved. */
  private async adopt(): Promise<void> {
    await this.appearance.adopt(Object.assign({}, this.stored(), ...this.pending) as Partial<MeDto>);
  }
}
