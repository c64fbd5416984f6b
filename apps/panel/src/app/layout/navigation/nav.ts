import type { Role, Use } from '@groupless/shared-dto';
import type { Session } from '../../session/session';
import type { IconName } from '../../ui/icons';

export type NavId =
  'dashboard' | 'clients' | 'appointments' | 'conversations' | 'reports' | 'memory' | 'users' | 'settings';

/** One place of the sidebar. */
export interface NavItem {
  id: NavId;
  /** Key of the text. */
  label: string;
  path: string;
  icon: IconName;
  /** After `g`. */
  key: string;
  /** Users below it do not see the place. */
  role: Role;
  /** What it is for, where it is not for all. */
  use?: Use;
}

type More = Partial<Pick<NavItem, 'role' | 'use'>>;

const place = (id: NavId, icon: NavItem['icon'], key: string, more: More = {}): NavItem => ({
  id,
  label: `nav.${id}`,
  path: id === 'dashboard' ? '/' : `/${id}`,
  icon,
  key,
  role: 'viewer',
  ...more,
});

/** The places that the user sees; those that are not for what the installation is for stand last. */
export function placesOf(session: Pick<Session, 'may' | 'seesMemory'>, used_for: Use): NavItem[] {
  const seen = NAV.filter(({ id, role }) => session.may(role) && (id !== 'memory' || session.seesMemory()));
  const isApart = ({ use = used_for }: NavItem) => used_for !== 'both' && use !== used_for;
  return [...seen.filter((item) => !isApart(item)), ...seen.filter(isApart)];
}

const NAV: readonly NavItem[] = [
  place('dashboard', 'layout-dashboard', 'd'),
  place('clients', 'users', 'c', { use: 'bookings' }),
  place('appointments', 'calendar', 'a', { use: 'bookings' }),
  place('conversations', 'message-square', 'i', { use: 'bookings' }),
  place('reports', 'chart-column', 'r', { use: 'bookings' }),
  place('memory', 'brain', 'm', { use: 'memory' }),
  place('users', 'shield-user', 'u', { role: 'admin' }),
  place('settings', 'settings', 's'),
];
