import type { ReportDefinitionDto, ReportFigure } from '@groupless/shared-dto';

/** What each figure of a report means: said here alone, served with it and shown beside it. */
const MEANINGS: Record<ReportFigure, Pick<ReportDefinitionDto, 'en' | 'ru'>> = {
  made: {
    en: 'Appointments that were booked or imported in the period, whenever they are and whatever became of them.',
    ru: 'Записи, сделанные или импортированные за период, на какое бы время они ни были и чем бы ни кончились.',
  },
  by_agent: {
    en: 'Those of the bookings that the chat and phone agent made with its own key.',
    ru: 'Те из записей, которые сделал агент чата и телефона своим ключом.',
  },
  by_agent_in_hours: {
    en: 'The agent’s bookings that were made while the business was open, by the opening hours of that time.',
    ru: 'Записи агента, сделанные в часы работы — по часам работы, которые были тогда.',
  },
  by_agent_outside_hours: {
    en: 'The agent’s bookings that were made while the business was closed. Older ones, of which this was not recorded, are in neither.',
    ru: 'Записи агента, сделанные в нерабочее время. Старые, о которых это не записано, не входят ни туда, ни сюда.',
  },
  visits: {
    en: 'Appointments that begin in the period, whenever they were booked and whatever became of them.',
    ru: 'Записи, которые начинаются в этот период, когда бы их ни сделали и чем бы они ни кончились.',
  },
  moved: {
    en: 'Those of the appointments in the period whose time or resource was changed at least once.',
    ru: 'Те из записей на этот период, у которых хоть раз изменили время или ресурс.',
  },
  cancelled: {
    en: 'Those of the appointments in the period that are cancelled.',
    ru: 'Те из записей на этот период, которые отменены.',
  },
  no_show: {
    en: 'Those of the appointments in the period to which nobody came. One with two services counts with each.',
    ru: 'Те из записей на этот период, на которые никто не пришёл. Запись с двумя услугами входит в обе.',
  },
  minutes: {
    en: 'How long the appointments in the period take that are neither cancelled nor missed; of a service, its own part of them.',
    ru: 'Сколько длятся записи на этот период, кроме отменённых и тех, на которые не пришли; у услуги — её часть.',
  },
  filled_minutes: {
    en: 'How long a resource is taken by the appointments in the period that are not cancelled, missed ones too; a room by those that use it.',
    ru: 'Сколько ресурс занят неотменёнными записями на этот период, включая те, на которые не пришли; кабинет — теми, что в нём.',
  },
  begun: {
    en: 'Conversations whose first message came in the period.',
    ru: 'Разговоры, первое сообщение которых пришло за период.',
  },
  recorded: {
    en: 'Those of the conversations of which it was recorded how they went.',
    ru: 'Те из разговоров, о которых записано, как они прошли.',
  },
  alone: {
    en: 'Conversations in which the agent answered all that the client said, and no person was ever needed.',
    ru: 'Разговоры, в которых агент ответил на всё, что сказал клиент, и человек ни разу не понадобился.',
  },
  person_needed: {
    en: 'Conversations in which a person was called, or took over, at least once.',
    ru: 'Разговоры, в которые хоть раз позвали человека или он сам вмешался.',
  },
  waited: {
    en: 'Those in which the client waited for a person for five minutes or longer. A wait counts once it has ended.',
    ru: 'Те из них, в которых клиент ждал человека пять минут или дольше. Ожидание считается, когда оно закончилось.',
  },
  answered: {
    en: 'Conversations that began in the period and got a first answer, of the agent or of a person.',
    ru: 'Разговоры, начавшиеся за период, на которые был первый ответ агента или человека.',
  },
  median_s: {
    en: 'Half of these got their first answer within this time after the client’s first word.',
    ru: 'Половина из них получила первый ответ не позже чем через столько времени после первых слов клиента.',
  },
  p90_s: {
    en: 'Nine out of ten got their first answer within this time.',
    ru: 'Девять из десяти получили первый ответ не позже чем через столько времени.',
  },
  busiest: {
    en: 'How many appointments that are not cancelled begin in each hour of the week, by the clock of the business.',
    ru: 'Сколько неотменённых записей начинается в каждый час недели по часам бизнеса.',
  },
};

export const DEFINITIONS: ReportDefinitionDto[] = Object.entries(MEANINGS).map(([figure, meaning]) => ({
  figure: figure as ReportFigure,
  ...meaning,
}));
