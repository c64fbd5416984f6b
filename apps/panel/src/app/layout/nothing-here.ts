import { Component, inject } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { PageHeader } from './page-header';

/** A page without content, which says why: `not_found` or `not_allowed`, from the route's `page`. */
@Component({
  selector: 'app-nothing-here',
  imports: [EmptyState, Icon, PageHeader, RouterLink, TranslocoPipe],
  template: `
    <div class="page">
      <app-page-header [heading]="'pages.' + page() + '.title' | transloco" />
      <app-empty-state [heading]="'pages.' + page() + '.text' | transloco">
        <svg icon appIcon="compass"></svg>
        <a class="button" routerLink="/">{{ 'pages.to_dashboard' | transloco }}</a>
      </app-empty-state>
    </div>
  `,
  styles: `
    .page {
      padding: 24px;
    }
  `,
})
export class NothingHere {
  private readonly data = toSignal(inject(ActivatedRoute).data, { requireSync: true });
  protected readonly page = () => this.data()['page'] as string;
}
