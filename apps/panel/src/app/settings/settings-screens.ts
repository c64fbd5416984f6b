import { inject } from '@angular/core';
import { Router, type CanActivateFn } from '@angular/router';
import { crmTexts } from '../crm/crm-texts';
import { featureTexts } from '../i18n/feature-texts';
import { notificationTexts } from '../layout/notifications/notification-texts';
import type { Screen } from '../layout/screens';
import { usageTexts } from '../ui/usage/usage-texts';

/** In their order. Each has a text `settings.groups.<group>`. */
export const SETTINGS_GROUPS = ['business', 'agent', 'assistants', 'me', 'system'] as const;

export interface SettingsScreen extends Screen {
  readonly group: (typeof SETTINGS_GROUPS)[number];
}

/** A screen's texts lie in its folder, and are called as that. */
const textsOf = (name: string) => featureTexts(name, (language) => import(`./${name}/i18n/${language}.json`));

const agentTexts = [crmTexts, textsOf('chat-agent')];
const loadChatAgent = () => import('./chat-agent/chat-agent').then(({ ChatAgent }) => ChatAgent);
const mailTexts = [crmTexts, textsOf('mail')];
const loadMail = () => import('./mail/mail').then(({ Mail }) => Mail);

/** What stood in the page of the agent before the business had one: links from there lead on. */
const OF_BUSINESS: readonly (string | null)[] = ['agent-hours', 'agent-closures', 'agent-booking'];
const toBusiness: CanActivateFn = ({ fragment, queryParams }) =>
  !(OF_BUSINESS.includes(fragment) || 'add' in queryParams) ||
  inject(Router).createUrlTree(['/settings/business'], { queryParams, ...(fragment && { fragment }) });

/** The screens of the settings in their order. A new one is an entry here and two texts `settings.<path>`. */
export const SETTINGS_SCREENS: readonly SettingsScreen[] = [
  {
    path: 'business',
    group: 'business',
    role: 'viewer',
    data: { part: 'business' },
    texts: agentTexts,
    loadComponent: loadChatAgent,
  },
  {
    path: 'resources',
    group: 'business',
    role: 'viewer',
    texts: [...agentTexts, textsOf('resources')],
    loadComponent: () => import('./resources/resources').then(({ Resources }) => Resources),
  },
  {
    path: 'booking-page',
    group: 'business',
    role: 'admin',
    texts: [textsOf('booking-page')],
    loadComponent: () => import('./booking-page/booking-page').then(({ BookingPage }) => BookingPage),
  },
  {
    path: 'messages',
    group: 'business',
    role: 'admin',
    data: { part: 'messages' },
    texts: mailTexts,
    children: [
      { path: '', loadComponent: loadMail },
      {
        path: ':kind',
        loadComponent: () => import('./mail/texts/mail-text').then(({ MailText }) => MailText),
      },
    ],
  },
  {
    path: 'calendars',
    group: 'business',
    role: 'admin',
    texts: [textsOf('calendars')],
    loadComponent: () => import('./calendars/calendars').then(({ Calendars }) => Calendars),
  },
  {
    path: 'chat-agent',
    group: 'agent',
    role: 'viewer',
    data: { part: 'agent' },
    canActivate: [toBusiness],
    texts: agentTexts,
    loadComponent: loadChatAgent,
  },
  {
    path: 'conversations',
    group: 'agent',
    role: 'admin',
    texts: [textsOf('conversation-rules')],
    loadComponent: () =>
      import('./conversation-rules/conversation-rules').then(({ ConversationRules }) => ConversationRules),
  },
  {
    path: 'saved-replies',
    group: 'agent',
    role: 'operator',
    texts: [textsOf('saved-replies')],
    loadComponent: () => import('./saved-replies/saved-replies').then(({ SavedReplies }) => SavedReplies),
  },
  {
    path: 'accounts',
    group: 'assistants',
    role: 'admin',
    texts: [usageTexts, textsOf('accounts')],
    loadComponent: () => import('./accounts/accounts').then(({ Accounts }) => Accounts),
  },
  {
    path: 'profile',
    group: 'me',
    role: 'viewer',
    texts: [notificationTexts, textsOf('profile')],
    loadComponent: () => import('./profile/profile').then(({ Profile }) => Profile),
  },
  {
    path: 'keys',
    group: 'system',
    role: 'admin',
    texts: [textsOf('api-keys')],
    loadComponent: () => import('./api-keys/api-keys').then(({ ApiKeys }) => ApiKeys),
  },
  {
    path: 'hooks',
    group: 'system',
    role: 'admin',
    texts: [textsOf('hooks')],
    children: [
      { path: '', loadComponent: () => import('./hooks/hooks').then(({ Hooks }) => Hooks) },
      {
        path: ':id',
        title: 'hooks.deliveries',
        loadComponent: () => import('./hooks/hook-log').then(({ HookLog }) => HookLog),
      },
    ],
  },
  {
    path: 'mail',
    group: 'system',
    role: 'admin',
    data: { part: 'mail' },
    texts: mailTexts,
    loadComponent: loadMail,
  },
  {
    path: 'retention',
    group: 'system',
    role: 'admin',
    texts: [textsOf('retention')],
    loadComponent: () => import('./retention/retention').then(({ Retention }) => Retention),
  },
  {
    path: 'jobs',
    group: 'system',
    role: 'admin',
    texts: [textsOf('jobs')],
    loadComponent: () => import('./jobs/jobs').then(({ Jobs }) => Jobs),
  },
  {
    path: 'database',
    group: 'system',
    role: 'admin',
    texts: [textsOf('database')],
    loadComponent: () => import('./database/databases').then(({ Databases }) => Databases),
  },
];

const sectionsOf = (path: string, fragments: readonly string[]) =>
  fragments.map((fragment) => ({ path, fragment }));

/** What the palette finds within the screens. A new one is an id of a heading here, and two texts of the commands. */
export const SETTINGS_SECTIONS = [
  ...sectionsOf('business', ['business-self', 'agent-hours', 'agent-closures', 'agent-booking']),
  ...sectionsOf('resources', ['resources-heading', 'services-heading']),
  ...sectionsOf('booking-page', ['page-offer', 'page-asked', 'page-looks']),
  ...sectionsOf('messages', ['mail-sends']),
  ...sectionsOf('chat-agent', ['agent-self', 'agent-limits', 'connect-agent', 'agent-simulation']),
  ...sectionsOf('conversations', ['rules-waiting', 'rules-sharing']),
  ...sectionsOf('profile', ['profile-details', 'profile-notifications', 'profile-password']),
  ...sectionsOf('profile', ['profile-totp', 'profile-sessions']),
  ...sectionsOf('mail', ['mail-log']),
];
