import { Component, inject } from '@angular/core';
import type { ImportOfAppointmentsDto, PageDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { ImportList } from '../import/import-list';
import { AppointmentImportUndo } from './appointment-import-undo';
import { ImportedRows } from './imported-rows';

/** The last imports of appointments. */
@Component({
  selector: 'app-earlier-appointment-imports',
  imports: [ImportedRows, ImportList],
  template: `
    <app-import-list [imports]="imports.value()?.items ?? []" (undo)="undo($event)">
      <ng-template let-id>
        <app-imported-rows [id]="id" />
      </ng-template>
    </app-import-list>
  `,
})
export class EarlierAppointmentImports {
  private readonly undoing = inject(AppointmentImportUndo);
  protected readonly imports = query<PageDto<ImportOfAppointmentsDto>>(
    () => '/api/appointments/imports?limit=5',
  );

  protected async undo(id: string): Promise<void> {
    if (await this.undoing.undo(id)) void this.imports.reload();
  }
}
