import type { MailLanguage } from '@groupless/shared-dto';

/** What the lines of the weekly mail are called. */
export interface WeeklyWords {
  made: string;
  by_agent_outside_hours: string;
  cancelled: string;
  no_show: string;
  alone: string;
  person_needed: string;
  waited: string;
  median_s: string;
}

export const WEEKLY_WORDS: Record<MailLanguage, WeeklyWords> = {
  en: {
    made: 'Bookings',
    by_agent_outside_hours: 'Booked by the agent while you were closed',
    cancelled: 'Cancelled',
    no_show: 'No-shows',
    alone: 'Conversations that the agent finished alone',
    person_needed: 'Conversations that needed a person',
    waited: 'Clients who waited for a person',
    median_s: 'First answer (median, seconds)',
  },
  de: {
    made: 'Buchungen',
    by_agent_outside_hours: 'Vom Agenten gebucht, als geschlossen war',
    cancelled: 'Abgesagt',
    no_show: 'Nicht erschienen',
    alone: 'Gespräche, die der Agent allein zu Ende führte',
    person_needed: 'Gespräche, die einen Menschen brauchten',
    waited: 'Kunden, die auf einen Menschen warteten',
    median_s: 'Erste Antwort (Median, Sekunden)',
  },
  fr: {
    made: 'Réservations',
    by_agent_outside_hours: 'Réservées par l’agent pendant la fermeture',
    cancelled: 'Annulées',
    no_show: 'Absences',
    alone: 'Conversations que l’agent a menées seul',
    person_needed: 'Conversations qui ont demandé une personne',
    waited: 'Clients qui ont attendu une personne',
    median_s: 'Première réponse (médiane, secondes)',
  },
  es: {
    made: 'Reservas',
    by_agent_outside_hours: 'Reservadas por el agente fuera de horario',
    cancelled: 'Canceladas',
    no_show: 'No se presentaron',
    alone: 'Conversaciones que el agente terminó solo',
    person_needed: 'Conversaciones que necesitaron a una persona',
    waited: 'Clientes que esperaron a una persona',
    median_s: 'Primera respuesta (mediana, segundos)',
  },
  ru: {
    made: 'Записи',
    by_agent_outside_hours: 'Записал агент в нерабочее время',
    cancelled: 'Отменены',
    no_show: 'Не пришли',
    alone: 'Разговоры, с которыми агент справился сам',
    person_needed: 'Разговоры, в которых понадобился человек',
    waited: 'Клиенты, которые ждали человека',
    median_s: 'Первый ответ (медиана, секунды)',
  },
};
