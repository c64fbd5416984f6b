import { Component, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { VersionKind } from '@groupless/shared-dto';
import { Session } from '../../session/session';
import { erasure } from './erasure';

/** At the foot of a drawer: the way to the changes of its row, and for admins to erase them all. */
@Component({
  selector: 'app-row-history',
  imports: [RouterLink, TranslocoPipe],
  template: `
    <a routerLink="/memory/history" [queryParams]="{ kind: kind(), id: id() }">
      {{ 'memory.version.all_of_row' | transloco }}
    </a>
    @if (mayErase()) {
      <button type="button" class="link-button" (click)="erase()">
        {{ 'memory.erase.action' | transloco }}…
      </button>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 16px;
      margin-top: 8px;
    }
  `,
})
export class RowHistory {
  readonly kind = input.required<VersionKind>();
  readonly id = input.required<number>();
  readonly name = input.required<string>();
  readonly erased = output();
  private readonly asksToErase = erasure();
  protected readonly mayErase = inject(Session).isAdmin;

  protected async erase(): Promise<void> {
    if (await this.asksToErase(this.kind(), this.id(), this.name())) this.erased.emit();
  }
}
