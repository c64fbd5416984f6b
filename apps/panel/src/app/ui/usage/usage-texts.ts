import { featureTexts } from '../../i18n/feature-texts';

/** For the routes that show how much of an account's limits is used. */
export const usageTexts = featureTexts('usage', {
  en: () => import('./i18n/en.json'),
  ru: () => import('./i18n/ru.json'),
});
