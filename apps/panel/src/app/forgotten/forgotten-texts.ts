export const FORGOTTEN_TEXTS = {
  en: () => import('./i18n/en.json'),
  ru: () => import('./i18n/ru.json'),
};
