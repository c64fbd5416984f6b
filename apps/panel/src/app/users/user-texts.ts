/** Of the screen, and of what others show of it. */
export const USER_TEXTS = {
  en: () => import('./i18n/en.json'),
  ru: () => import('./i18n/ru.json'),
};
