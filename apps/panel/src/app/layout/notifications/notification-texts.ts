import { featureTexts } from '../../i18n/feature-texts';
import type { Texts } from '../../i18n/languages';

export const NOTIFICATION_TEXTS: Texts = (language) => import(`./i18n/${language}.json`);

/** For the route on which notifications are chosen. */
export const notificationTexts = featureTexts('notifications', NOTIFICATION_TEXTS);
