import { Component, inject } from '@angular/core';
import type { ImportDto, PageDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { ImportList } from './import-list';
import { ImportUndo } from './import-undo';

/** The last imports of clients. */
@Component({
  selector: 'app-earlier-imports',
  imports: [ImportList],
  template: `<app-import-list [imports]="imports.value()?.items ?? []" (undo)="undo($event)" />`,
})
export class EarlierImports {
  private readonly undoing = inject(ImportUndo);
  protected readonly imports = query<PageDto<ImportDto>>(() => '/api/clients/imports?limit=5');

  protected async undo(id: string): Promise<void> {
    if (await this.undoing.undo(id)) void this.imports.reload();
  }
}
