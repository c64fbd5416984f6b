import { featureTexts } from '../../i18n/feature-texts';

/** For the routes that show how much of an account's limits is used. */
export const usageTexts = featureTexts('usage', (language) => import(`./i18n/${language}.json`));
