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
    words: {
      en: 'phone agent bot working opening hours services resources time zone greeting connect curl simulate',
      ru: 'телефонный агент бот рабочие часы работы график услуги ресурсы часовой пояс приветствие подключить curl',
    },
    texts: [crmTexts, featureTexts('chat-agent', CHAT_AGENT_TEXTS)],
    loadComponent: () => import('./chat-agent/chat-agent').then(({ ChatAgent }) => ChatAgent),
  },
  {
    path: 'resources',
    role: 'viewer',
    words: {
      en: 'staff people rooms schedule hours exceptions services price who does what colour rename',
      ru: 'сотрудники мастера кабинеты расписание часы исключения услуги цена кто делает цвет переименовать',
    },
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
    words: {
      en: 'online booking public page website link self-service logo colour questions embed',
      ru: 'онлайн-запись открытая страница сайт ссылка логотип цвет вопросы',
    },
    texts: [featureTexts('booking-page', (language) => import(`./booking-page/i18n/${language}.json`))],
    loadComponent: () => import('./booking-page/booking-page').then(({ BookingPage }) => BookingPage),
  },
  {
    path: 'saved-replies',
    role: 'operator',
    words: { en: 'templates canned answers snippets', ru: 'заготовки быстрые ответы' },
    texts: [featureTexts('saved-replies', (language) => import(`./saved-replies/i18n/${language}.json`))],
    loadComponent: () => import('./saved-replies/saved-replies').then(({ SavedReplies }) => SavedReplies),
  },
  {
    path: 'conversations',
    role: 'admin',
    words: {
      en: 'waiting remind reminder escalation hand back close automatically unanswered rules minutes',
      ru: 'ожидание напоминание эскалация вернуть агенту закрыть автоматически без ответа правила минуты',
    },
    texts: [
      featureTexts('conversation-rules', (language) => import(`./conversation-rules/i18n/${language}.json`)),
    ],
    loadComponent: () =>
      import('./conversation-rules/conversation-rules').then(({ ConversationRules }) => ConversationRules),
  },
  {
    path: 'calendars',
    role: 'admin',
    words: {
      en: 'busy times ical ics google outlook nextcloud holidays private calendar',
      ru: 'занятость календарь ical ics google outlook праздники',
    },
    texts: [featureTexts('calendars', (language) => import(`./calendars/i18n/${language}.json`))],
    loadComponent: () => import('./calendars/calendars').then(({ Calendars }) => Calendars),
  },
  {
    path: 'accounts',
    role: 'admin',
    words: {
      en: 'switch cli command session credentials token claude codex login',
      ru: 'переключить команда сессия токен claude codex вход',
    },
    texts: [usageTexts, featureTexts('accounts', ACCOUNT_TEXTS)],
    loadComponent: () => import('./accounts/accounts').then(({ Accounts }) => Accounts),
  },
  {
    path: 'database',
    role: 'admin',
    words: {
      en: 'postgres version size tables migrations pool latency',
      ru: 'postgres версия размер таблицы миграции',
    },
    texts: [featureTexts('database', (language) => import(`./database/i18n/${language}.json`))],
    loadComponent: () => import('./database/databases').then(({ Databases }) => Databases),
  },
  {
    path: 'keys',
    role: 'admin',
    words: { en: 'scope token integration api', ru: 'доступ токен интеграция api' },
    texts: [featureTexts('api-keys', (language) => import(`./api-keys/i18n/${language}.json`))],
    loadComponent: () => import('./api-keys/api-keys').then(({ ApiKeys }) => ApiKeys),
  },
  {
    path: 'hooks',
    role: 'admin',
    words: {
      en: 'integration events notify secret deliveries callback',
      ru: 'интеграция события оповещения секрет доставки',
    },
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
    words: {
      en: 'smtp email reminder invitation sender template test',
      ru: 'smtp письмо напоминание приглашение отправитель',
    },
    texts: [crmTexts, featureTexts('mail', (language) => import(`./mail/i18n/${language}.json`))],
    loadComponent: () => import('./mail/mail').then(({ Mail }) => Mail),
  },
  {
    path: 'retention',
    role: 'admin',
    words: {
      en: 'privacy personal data gdpr erase delete old months keep log',
      ru: 'персональные данные удаление старое месяцы хранить журнал 152-фз',
    },
    texts: [featureTexts('retention', (language) => import(`./retention/i18n/${language}.json`))],
    loadComponent: () => import('./retention/retention').then(({ Retention }) => Retention),
  },
  {
    path: 'jobs',
    role: 'admin',
    words: {
      en: 'schedule queue retry backup retention mail cron',
      ru: 'расписание очередь повтор резервная копия почта',
    },
    texts: [featureTexts('jobs', (language) => import(`./jobs/i18n/${language}.json`))],
    loadComponent: () => import('./jobs/jobs').then(({ Jobs }) => Jobs),
  },
  {
    path: 'profile',
    role: 'viewer',
    words: {
      en: 'password 2fa totp two-factor authenticator language theme density email sign out devices',
      ru: 'пароль 2fa totp двухфакторная язык тема почта выйти устройства',
    },
    texts: [
      notificationTexts,
      featureTexts('profile', (language) => import(`./profile/i18n/${language}.json`)),
    ],
    loadComponent: () => import('./profile/profile').then(({ Profile }) => Profile),
  },
];
