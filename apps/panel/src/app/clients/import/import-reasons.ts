import { inject, Injectable } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import type { FailedRowDto } from '@groupless/shared-dto';

/** What is wrong with a cell, in words. */
@Injectable({ providedIn: 'root' })
export class ImportReasons {
  private readonly transloco = inject(TranslocoService);

  of({ field, code }: Pick<FailedRowDto, 'field' | 'code'>): string {
    const isOther = field === 'name' && code === 'not_allowed';
    const reason = this.transloco.translate(`clients.import.reasons.${isOther ? 'other_name' : code}`);
    return `${this.transloco.translate(`clients.${field}`)}: ${reason}`;
  }
}
