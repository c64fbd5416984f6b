import { inject } from '@angular/core';
import { Router, type CanActivateFn } from '@angular/router';
import { crmTexts } from '../crm/crm-texts';
import { featureTexts } from '../i18n/feature-texts';
import { notificationTexts } from '../layout/notifications/notification-texts';
import type { Screen } from '../layout/screens';
import { usageTexts } from '../ui/usage/usage-texts';
import { ACCOUNT_TEXTS } from './accounts/account-texts';
import { CHAT_AGENT_TEXTS } from './chat-agent/chat-agent-texts';
import { RESOURCE_TEXTS } from './resources/resource-texts';

/** In their order. Each has a text `settings.groups.<group>`. */
export const SETTINGS_GROUPS = ['business', 'agent', 'assistants', 'me', 'system'] as const;

export interface SettingsScreen extends Screen {
  readonly group: (typeof SETTINGS_GROUPS)[number];
}

const agentTexts = [crmTexts, featureTexts('chat-agent', CHAT_AGENT_TEXTS)];
const loadChatAgent = () => import('./chat-agent/chat-agent').then(({ ChatAgent }) => ChatAgent);
const mailTexts = [crmTexts, featureTexts('mail', (language) => import(`./mail/i18n/${language}.json`))];
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
    texts: [...agentTexts, featureTexts('resources', RESOURCE_TEXTS)],
    loadComponent: () => import('./resources/resources').then(({ Resources }) => Resources),
  },
  {
    path: 'booking-page',
    group: 'business',
    role: 'admin',
    texts: [featureTexts('booking-page', (language) => import(`./booking-page/i18n/${language}.json`))],
    loadComponent: () => import('./booking-page/booking-page').then(({ BookingPage }) => BookingPage),
  },
  {
    path: 'messages',
    group: 'business',
    role: 'admin',
    data: { part: 'messages' },
    texts: mailTexts,
    loadComponent: loadMail,
  },
  {
    path: 'calendars',
    group: 'business',
    role: 'admin',
    texts: [featureTexts('calendars', (language) => import(`./calendars/i18n/${language}.json`))],
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
    texts: [
      featureTexts('conversation-rules', (language) => import(`./conversation-rules/i18n/${language}.json`)),
    ],
    loadComponent: () =>
      import('./conversation-rules/conversation-rules').then(({ ConversationRules }) => ConversationRules),
  },
  {
    path: 'saved-replies',
    group: 'agent',
    role: 'operator',
    texts: [featureTexts('saved-replies', (language) => import(`./saved-replies/i18n/${language}.json`))],
    loadComponent: () => import('./saved-replies/saved-replies').then(({ SavedReplies }) => SavedReplies),
  },
  {
    path: 'accounts',
    group: 'assistants',
    role: 'admin',
    texts: [usageTexts, featureTexts('accounts', ACCOUNT_TEXTS)],
    loadComponent: () => import('./accounts/accounts').then(({ Accounts }) => Accounts),
  },
  {
    path: 'profile',
    group: 'me',
    role: 'viewer',
    texts: [
      notificationTexts,
      featureTexts('profile', (language) => import(`./profile/i18n/${language}.json`)),
    ],
    loadComponent: () => import('./profile/profile').then(({ Profile }) => Profile),
  },
  {
    path: 'keys',
    group: 'system',
    role: 'admin',
    texts: [featureTexts('api-keys', (language) => import(`./api-keys/i18n/${language}.json`))],
    loadComponent: () => import('./api-keys/api-keys').then(({ ApiKeys }) => ApiKeys),
  },
  {
    path: 'hooks',
    group: 'system',
    role: 'admin',
    texts: [featureTexts('hooks', (language) => import(`./hooks/i18n/${language}.json`))],
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
    texts: [featureTexts('retention', (language) => import(`./retention/i18n/${language}.json`))],
    loadComponent: () => import('./retention/retention').then(({ Retention }) => Retention),
  },
  {
    path: 'jobs',
    group: 'system',
    role: 'admin',
    texts: [featureTexts('jobs', (language) => import(`./jobs/i18n/${language}.json`))],
    loadComponent: () => import('./jobs/jobs').then(({ Jobs }) => Jobs),
  },
  {
    path: 'database',
    group: 'system',
    role: 'admin',
    texts: [featureTexts('database', (language) => import(`./database/i18n/${language}.json`))],
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
  ...sectionsOf('messages', ['mail-sends', 'mail-texts']),
  ...sectionsOf('chat-agent', ['agent-self', 'agent-limits', 'connect-agent', 'agent-simulation']),
  ...sectionsOf('conversations', ['rules-waiting', 'rules-sharing']),
  ...sectionsOf('profile', ['profile-details', 'profile-notifications', 'profile-password']),
  ...sectionsOf('profile', ['profile-totp', 'profile-sessions']),
  ...sectionsOf('mail', ['mail-log']),
];
