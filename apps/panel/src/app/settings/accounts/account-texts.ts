import type { Texts } from '../../i18n/languages';

/** Of the screen, and of what others show of it. */
export const ACCOUNT_TEXTS: Texts = (language) => import(`./i18n/${language}.json`);
