import type { Texts } from '../../i18n/languages';

export const RESOURCE_TEXTS: Texts = (language) => import(`./i18n/${language}.json`);
