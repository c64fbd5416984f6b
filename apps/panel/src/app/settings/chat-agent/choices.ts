import type { Choice } from '../../ui/forms/search-choice';

/** ISO 3166 codes of the countries whose phone numbers the API can read. */
export const PHONE_REGIONS = (
  'AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB ' +
  'GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH ' +
  'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV ' +
  'MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB ' +
  'SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US ' +
  'UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ');

/** Languages that are offered by name; any other can be typed as its tag. */
const LANGUAGES_OFFERED = (
  'ar bg bn ca cs da de de-AT de-CH el en en-AU en-GB en-US es es-MX et fa fi fr fr-CA he hi hr hu hy id it ja ka kk ' +
  'ko lt lv mk ms nb nl pl pt pt-BR ro ru sk sl sq sr sv sw ta th tr uk ur uz vi zh zh-Hant'
).split(' ');

export function regionChoices(locale: string): Choice[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return sorted(
    PHONE_REGIONS.map((region) => ({ value: region, label: names.of(region) ?? region, hint: region })),
    locale,
  );
}

export function languageChoices(locale: string): Choice[] {
  const names = languageNames(locale);
  return sorted(
    LANGUAGES_OFFERED.map((tag) => languageChoice(tag, names)),
    locale,
  );
}

/** Any language by its tag, in the spelling that the API wants; null for what is no tag. */
export function languageOfTag(text: string, locale: string): Choice | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    return tag === undefined ? null : languageChoice(tag, languageNames(locale));
  } catch {
    return null;
  }
}

function languageNames(locale: string): Intl.DisplayNames {
  return new Intl.DisplayNames(locale, { type: 'language' });
}

function languageChoice(tag: string, names: Intl.DisplayNames): Choice {
  return { value: tag, label: names.of(tag) ?? tag, hint: tag };
}

function sorted(choices: Choice[], locale: string): Choice[] {
  return choices.sort((a, b) => a.label.localeCompare(b.label, locale));
}
