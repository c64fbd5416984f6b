import { ChangeDetectionStrategy, Component, inject, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { Icon } from '../ui/icon';
import { Breadcrumb } from './breadcrumb';
import { LiveDot } from './live-dot';
import { UserMenu } from './user-menu';

@Component({
  selector: 'app-top-bar',
  imports: [Icon, LiveDot, RouterLink, TranslocoPipe, UserMenu],
  template: `
    <header>
      <nav class="trail nowrap" [attr.aria-label]="'frame.breadcrumb' | transloco">
        <ol>
          @for (crumb of breadcrumb.crumbs(); track crumb.path; let last = $last) {
            <li>
              @if (last && breadcrumb.recordName() === null) {
                <span aria-current="page">{{ crumb.label | transloco }}</span>
              } @else {
                <a [routerLink]="crumb.path">{{ crumb.label | transloco }}</a>
                <svg appIcon="chevron-right" size="14"></svg>
              }
            </li>
          } @empty {
            <li>
              <span aria-current="page">{{ 'nav.dashboard' | transloco }}</span>
            </li>
          }
          @if (breadcrumb.recordName(); as name) {
            <li class="nowrap">
              <bdi aria-current="page">{{ name }}</bdi>
            </li>
          }
        </ol>
      </nav>
      <button type="button" class="search" aria-keyshortcuts="Meta+K Control+K" (click)="searchOpened.emit()">
        <svg appIcon="search" size="16"></svg>
        <span class="word">{{ 'palette.open' | transloco }}</span>
        <kbd aria-hidden="true">{{ chord }}</kbd>
      </button>
      <app-live-dot />
      <app-user-menu />
    </header>
  `,
  styleUrl: './top-bar.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TopBar {
  readonly searchOpened = output();
  protected readonly breadcrumb = inject(Breadcrumb);
  protected readonly chord = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
}
