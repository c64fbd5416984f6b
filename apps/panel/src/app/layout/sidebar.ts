import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import { LucideDynamicIcon, LucidePanelLeft } from '@lucide/angular';
import { TranslocoPipe } from '@jsverse/transloco';
import { Formats } from '../i18n/formats';
import { Session } from '../session/session';
import { NAV } from './nav';
import { NavCounts } from './nav-counts';
import { SidebarState } from './sidebar-state';

@Component({
  selector: 'app-sidebar',
  imports: [LucideDynamicIcon, LucidePanelLeft, RouterLink, RouterLinkActive, TranslocoPipe],
  templateUrl: './sidebar.html',
  styleUrl: './sidebar.css',
  host: { '[class.collapsed]': 'state.is_collapsed()' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Sidebar {
  private readonly session = inject(Session);
  protected readonly state = inject(SidebarState);
  protected readonly counts = inject(NavCounts);
  protected readonly formats = inject(Formats);
  protected readonly items = computed(() => NAV.filter(({ role }) => this.session.may(role)));
}
