import { Component, computed, inject } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { Appearance } from '../../i18n/appearance';
import { Session } from '../../session/session';
import { Icon } from '../../ui/icon';
import { placesOf } from './nav';
import { NavCounts } from './nav-counts';

const AT_HAND = 4;

/** The places of the sidebar on a small screen: the first four, the rest in a popover. */
@Component({
  selector: 'app-bottom-bar',
  imports: [Icon, RouterLink, RouterLinkActive, TranslocoPipe],
  template: `
    <nav [attr.aria-label]="'frame.main_nav' | transloco">
      @for (item of first(); track item.id) {
        <a
          routerLinkActive="active"
          ariaCurrentWhenActive="page"
          [routerLink]="item.path"
          [routerLinkActiveOptions]="{ exact: item.path === '/' }"
        >
          <svg [appIcon]="item.icon" size="20"></svg>
          <span class="nowrap">{{ item.label | transloco }}</span>
          @if (counts.of(item.id)) {
            <span class="dot"></span>
          }
        </a>
      }
      <button type="button" popovertarget="more-places">
        <svg appIcon="ellipsis" size="20"></svg>
        <span class="nowrap">{{ 'frame.more' | transloco }}</span>
      </button>
      <div #more id="more-places" class="menu" popover>
        @for (item of rest(); track item.id) {
          <a class="menu-item" [routerLink]="item.path" (click)="more.hidePopover()">
            <svg [appIcon]="item.icon" size="16"></svg>
            {{ item.label | transloco }}
          </a>
        }
      </div>
    </nav>
  `,
  styles: `
    nav {
      position: fixed;
      right: 0;
      bottom: 0;
      left: 0;
      z-index: 30;
      display: grid;
      grid-template-columns: repeat(5, minmax(0, 1fr));
      height: calc(var(--bottom-bar) + env(safe-area-inset-bottom));
      padding-bottom: env(safe-area-inset-bottom);
      border-top: 1px solid var(--border);
      background: var(--surface);
    }

    nav > a,
    nav > button {
      position: relative;
      display: flex;
      flex-direction: column;
      align-items: center;
      justify-content: center;
      gap: 2px;
      min-width: 0;
      padding: 0 2px;
      border: 0;
      background: none;
      color: var(--text-3);
      font: 500 10.5px/16px var(--font);
      letter-spacing: -0.02em;
      text-decoration: none;
    }

    nav .nowrap {
      max-width: 100%;
    }

    nav .active {
      color: var(--link);
    }

    nav :focus-visible {
      outline-offset: -2px;
    }

    .menu:popover-open {
      position: fixed;
      inset: auto 8px calc(var(--bottom-bar) + 8px + env(safe-area-inset-bottom)) auto;
      margin: 0;
    }

    .menu:not(:popover-open) {
      display: none;
    }

    .dot {
      position: absolute;
      top: 8px;
      left: calc(50% + 8px);
      width: 8px;
      height: 8px;
      border-radius: 50%;
      background: var(--accent);
    }
  `,
})
export class BottomBar {
  private readonly session = inject(Session);
  private readonly used_for = inject(Appearance).used_for;
  protected readonly counts = inject(NavCounts);
  private readonly items = computed(() => placesOf(this.session, this.used_for()));
  protected readonly first = computed(() => this.items().slice(0, AT_HAND));
  protected readonly rest = computed(() => this.items().slice(AT_HAND));
}
