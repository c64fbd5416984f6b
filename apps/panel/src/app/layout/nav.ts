import {
  LucideBrain,
  LucideCalendar,
  LucideLayoutDashboard,
  LucideMessageSquare,
  LucideSettings,
  LucideShieldUser,
  LucideUsers,
  type LucideIcon,
} from '@lucide/angular';
import type { Role } from '@groupless/shared-dto';

export type NavId =
  'dashboard' | 'clients' | 'appointments' | 'conversations' | 'memory' | 'users' | 'settings';

/** One place of the sidebar. */
export interface NavItem {
  id: NavId;
  /** Key of the text. */
  label: string;
  path: string;
  icon: LucideIcon;
  /** After `g`. */
  key: string;
  /** Users below it do not see the place. */
  role: Role;
}

const place = (id: NavId, icon: NavItem['icon'], key: string, role: Role = 'viewer'): NavItem => ({
  id,
  label: `nav.${id}`,
  path: id === 'dashboard' ? '/' : `/${id}`,
  icon,
  key,
  role,
});

export const NAV: readonly NavItem[] = [
  place('dashboard', LucideLayoutDashboard, 'd'),
  place('clients', LucideUsers, 'c'),
  place('appointments', LucideCalendar, 'a'),
  place('conversations', LucideMessageSquare, 'i'),
  place('memory', LucideBrain, 'm'),
  place('users', LucideShieldUser, 'u', 'admin'),
  place('settings', LucideSettings, 's'),
];
