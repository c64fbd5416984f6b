import { Component, computed, inject } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { Appearance } from '../../i18n/appearance';
import { Formats } from '../../i18n/formats';
import { Session } from '../../session/session';
import { Icon } from '../../ui/icon';
import { placesOf } from './nav';
import { NavCounts } from './nav-counts';
import { SidebarState } from './sidebar-state';

@Component({
  selector: 'app-sidebar',
  imports: [Icon, RouterLink, RouterLinkActive, TranslocoPipe],
  templateUrl: './sidebar.html',
  styleUrl: './sidebar.css',
  host: { '[class.collapsed]': 'state.isCollapsed()' },
})
export class Sidebar {
  private readonly session = inject(Session);
  private readonly used_for = inject(Appearance).used_for;
  protected readonly state = inject(SidebarState);
  protected readonly counts = inject(NavCounts);
  protected readonly formats = inject(Formats);
  protected readonly items = computed(() => placesOf(this.session, this.used_for()));
}
