/** In the order of `MAIL_LANGUAGES`: English, Russian, German, Spanish, French. */
export type InEach = readonly [en: string, ru: string, de: string, es: string, fr: string];
