import type { Role } from '@groupless/shared-dto';
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
}

const place = (id: NavId, icon: NavItem['icon'], key: string, role: Role = 'viewer'): NavItem => ({
  id,
  label: `nav.${id}`,
  path: id === 'dashboard' ? '/' : `/${id}`,
  icon,
  key,
  role,
});

/** The places that the user sees. */
export function placesOf(session: Pick<Session, 'may' | 'seesMemory'>): NavItem[] {
  return NAV.filter(({ id, role }) => session.may(role) && (id !== 'memory' || session.seesMemory()));
}

const NAV: readonly NavItem[] = [
  place('dashboard', 'layout-dashboard', 'd'),
  place('clients', 'users', 'c'),
  place('appointments', 'calendar', 'a'),
  place('conversations', 'message-square', 'i'),
  place('reports', 'chart-column', 'r'),
  place('memory', 'brain', 'm'),
  place('users', 'shield-user', 'u', 'admin'),
  place('settings', 'settings', 's'),
];
