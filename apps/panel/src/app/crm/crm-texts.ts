import { featureTexts } from '../i18n/feature-texts';
import type { Texts } from '../i18n/languages';

export const CRM_TEXTS: Texts = (language) => import(`./i18n/${language}.json`);

/** For the routes of the features that book or pick clients. */
export const crmTexts = featureTexts('crm', CRM_TEXTS);
