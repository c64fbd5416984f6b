import { crmTexts } from '../crm/crm-texts';
import { featureTexts } from '../i18n/feature-texts';
import { notificationTexts } from '../layout/notifications/notification-texts';
import type { Screen } from '../layout/screens';
import { usageTexts } from '../ui/usage/usage-texts';
import { ACCOUNT_TEXTS } from './accounts/account-texts';
import { CHAT_AGENT_TEXTS } from './chat-agent/chat-agent-texts';
import { RESOURCE_TEXTS } from './resources/resource-texts';

/** The screens of the settings in their order. A new one is an entry here and two texts `settings.<path>`. */
export const SETTINGS_SCREENS: readonly Screen[] = [
  {
    path: 'chat-agent',
    role: 'viewer',
    texts: [crmTexts, featureTexts('chat-agent', CHAT_AGENT_TEXTS)],
    loadComponent: () => import('./chat-agent/chat-agent').then(({ ChatAgent }) => ChatAgent),
  },
  {
    path: 'resources',
    role: 'viewer',
    texts: [
      crmTexts,
      featureTexts('chat-agent', CHAT_AGENT_TEXTS),
      featureTexts('resources', RESOURCE_TEXTS),
    ],
    loadComponent: () => import('./resources/resources').then(({ Resources }) => Resources),
  },
  {
    path: 'booking-page',
    role: 'admin',
    texts: [featureTexts('booking-page', (language) => import(`./booking-page/i18n/${language}.json`))],
    loadComponent: () => import('./booking-page/booking-page').then(({ BookingPage }) => BookingPage),
  },
  {
    path: 'saved-replies',
    role: 'operator',
    texts: [featureTexts('saved-replies', (language) => import(`./saved-replies/i18n/${language}.json`))],
    loadComponent: () => import('./saved-replies/saved-replies').then(({ SavedReplies }) => SavedReplies),
  },
  {
    path: 'conversations',
    role: 'admin',
    texts: [
      featureTexts('conversation-rules', (language) => import(`./conversation-rules/i18n/${language}.json`)),
    ],
    loadComponent: () =>
      import('./conversation-rules/conversation-rules').then(({ ConversationRules }) => ConversationRules),
  },
  {
    path: 'calendars',
    role: 'admin',
    texts: [featureTexts('calendars', (language) => import(`./calendars/i18n/${language}.json`))],
    loadComponent: () => import('./calendars/calendars').then(({ Calendars }) => Calendars),
  },
  {
    path: 'accounts',
    role: 'admin',
    texts: [usageTexts, featureTexts('accounts', ACCOUNT_TEXTS)],
    loadComponent: () => import('./accounts/accounts').then(({ Accounts }) => Accounts),
  },
  {
    path: 'database',
    role: 'admin',
    texts: [featureTexts('database', (language) => import(`./database/i18n/${language}.json`))],
    loadComponent: () => import('./database/databases').then(({ Databases }) => Databases),
  },
  {
    path: 'keys',
    role: 'admin',
    texts: [featureTexts('api-keys', (language) => import(`./api-keys/i18n/${language}.json`))],
    loadComponent: () => import('./api-keys/api-keys').then(({ ApiKeys }) => ApiKeys),
  },
  {
    path: 'hooks',
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
    role: 'admin',
    texts: [crmTexts, featureTexts('mail', (language) => import(`./mail/i18n/${language}.json`))],
    loadComponent: () => import('./mail/mail').then(({ Mail }) => Mail),
  },
  {
    path: 'retention',
    role: 'admin',
    texts: [featureTexts('retention', (language) => import(`./retention/i18n/${language}.json`))],
    loadComponent: () => import('./retention/retention').then(({ Retention }) => Retention),
  },
  {
    path: 'jobs',
    role: 'admin',
    texts: [featureTexts('jobs', (language) => import(`./jobs/i18n/${language}.json`))],
    loadComponent: () => import('./jobs/jobs').then(({ Jobs }) => Jobs),
  },
  {
    path: 'profile',
    role: 'viewer',
    texts: [
      notificationTexts,
      featureTexts('profile', (language) => import(`./profile/i18n/${language}.json`)),
    ],
    loadComponent: () => import('./profile/profile').then(({ Profile }) => Profile),
  },
];
