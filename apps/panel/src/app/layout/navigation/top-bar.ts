import { Component, computed, inject, output, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { Formats } from '../../i18n/formats';
import { Appearance } from '../../i18n/appearance';
import { Session } from '../../session/session';
import { Avatar } from '../../ui/avatar';
import { Icon } from '../../ui/icon';
import { Now } from '../../ui/formats/relative-time';
import { Breadcrumb } from './breadcrumb';
import { LiveDot } from '../live-dot';
import { UserMenu } from './user-menu';

@Component({
  selector: 'app-top-bar',
  imports: [Avatar, Icon, LiveDot, RouterLink, TranslocoPipe, UserMenu],
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
      @if (zone(); as name) {
        <span class="zone caption" [attr.title]="'frame.times_in' | transloco: { zone: name }">
          <svg appIcon="clock" size="14"></svg>
          <span class="visually-hidden">{{ 'frame.times_in' | transloco: { zone: name } }}</span>
          <span class="name" aria-hidden="true">{{ name }}</span>
        </span>
      }
      <app-live-dot />
      @if (session.user(); as user) {
        @defer (when isMenuWanted(); prefetch on timer(3s)) {
          <app-user-menu />
        } @placeholder {
          <button
            type="button"
            class="avatar-button"
            aria-haspopup="menu"
            aria-expanded="false"
            [attr.aria-label]="'user_menu.open' | transloco: { name: user.name }"
            (click)="isMenuWanted.set(true)"
            (keydown.arrowdown)="isMenuWanted.set(true)"
          >
            <app-avatar [name]="user.name" [size]="28" />
          </button>
        } @error {
          <a
            class="avatar-button"
            routerLink="/settings/profile"
            [attr.aria-label]="'user_menu.profile' | transloco"
          >
            <app-avatar [name]="user.name" [size]="28" />
          </a>
        }
      }
    </header>
  `,
  styleUrl: './top-bar.css',
})
export class TopBar {
  readonly searchOpened = output();
  protected readonly session = inject(Session);
  /** The menu and the CDK's menus below it are not loaded before. */
  protected readonly isMenuWanted = signal(false);
  protected readonly breadcrumb = inject(Breadcrumb);
  private readonly appearance = inject(Appearance);
  private readonly formats = inject(Formats);
  private readonly now = inject(Now);
  /** The zone of all times, where it is not the reader's own. */
  protected readonly zone = computed(() => {
    const { businessZone, time_zone } = this.appearance;
    return businessZone() === time_zone() ? null : this.formats.zone(businessZone(), new Date(this.now.ms()));
  });
  protected readonly chord = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
}
