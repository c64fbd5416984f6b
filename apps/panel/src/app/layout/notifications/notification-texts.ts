import { featureTexts } from '../../i18n/feature-texts';

export const NOTIFICATION_TEXTS = {
  en: () => import('./i18n/en.json'),
  ru: () => import('./i18n/ru.json'),
};

/** For the route on which notifications are chosen. */
export const notificationTexts = featureTexts('notifications', NOTIFICATION_TEXTS);
