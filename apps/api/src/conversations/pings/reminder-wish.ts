import { foldName } from '@groupless/shared-dto';

/** As a whole message, in the languages of mails. */
const WORDS = {
  stop: ['stop', 'стоп', 'stopp', 'arrêt', 'arrêter', 'parar', 'detener'],
  start: ['start', 'старт', 'démarrer', 'reprendre', 'iniciar', 'empezar'],
};
const FOLDED = {
  stop: WORDS.stop.map(foldName),
  start: WORDS.start.map(foldName),
};

/** Whether a message asks for no more reminders in the chat, or for them again; null: neither. */
export function reminderWish(text: string): 'stop' | 'start' | null {
  const word = foldName(text.replace(/[.!\s]+$/u, ''));
  if (FOLDED.stop.includes(word)) return 'stop';
  return FOLDED.start.includes(word) ? 'start' : null;
}
