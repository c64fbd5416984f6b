import type { Language } from '../../i18n/languages';

type Words = Partial<Record<string, string>>;

/**
 * What else people call a place: found by, never shown. Here and not with the texts of the frame, which every page loads:
 * these come with the palette.
 */
export const PLACE_WORDS: Record<Language, Words> = {
  en: {
    'settings/chat-agent':
      'phone agent bot working opening hours services resources time zone greeting connect curl simulate',
    'settings/accounts': 'switch cli command session credentials token claude codex login',
    'settings/database': 'postgres version size tables migrations pool latency',
    'settings/keys': 'scope token integration api',
    'settings/saved-replies': 'templates canned answers snippets',
    'settings/hooks': 'integration events notify secret deliveries callback',
    'settings/jobs': 'schedule queue retry backup retention mail cron',
    'settings/profile':
      'password 2fa totp two-factor authenticator language theme density email sign out devices',
    'memory/preview': 'context budget tokens markdown',
    'memory/assistants': 'claude codex gemini attach machine install',
    'memory/webhooks': 'url curl calls rotate hook workflow',
    'memory/state': 'facts keys values',
    'memory/sessions': 'summaries history',
    'memory/chats': 'messages history',
  },
  ru: {
    'settings/chat-agent':
      'телефонный агент бот рабочие часы работы график услуги ресурсы часовой пояс приветствие подключить curl',
    'settings/accounts': 'переключить команда сессия токен claude codex вход',
    'settings/database': 'postgres версия размер таблицы миграции',
    'settings/keys': 'доступ токен интеграция api',
    'settings/saved-replies': 'заготовки быстрые ответы',
    'settings/hooks': 'интеграция события оповещения секрет доставки',
    'settings/jobs': 'расписание очередь повтор резервная копия почта',
    'settings/profile': 'пароль 2fa totp двухфакторная язык тема почта выйти устройства',
    'memory/preview': 'контекст бюджет токены markdown',
    'memory/assistants': 'claude codex gemini подключить установить',
    'memory/webhooks': 'url curl вызовы сменить адрес',
    'memory/state': 'факты ключи значения',
    'memory/sessions': 'итоги история',
    'memory/chats': 'сообщения история',
  },
};
