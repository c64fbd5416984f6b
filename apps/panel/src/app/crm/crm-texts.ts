import { featureTexts } from '../i18n/feature-texts';

export const CRM_TEXTS = {
  en: () => import('./i18n/en.json'),
  ru: () => import('./i18n/ru.json'),
};

/** For the routes of the features that book or pick clients. */
export const crmTexts = featureTexts('crm', CRM_TEXTS);
