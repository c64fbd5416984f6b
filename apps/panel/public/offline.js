// What the worker shows where nothing answers. It stands alone, since nothing else of the panel is there then.
const TEXTS = {
  en: [
    ...['No connection', 'The panel comes back as soon as the server answers.', 'Try again'],
    ...['As of {time}, offline. To read only.', 'No appointments.'],
  ],
  de: [
    ...['Keine Verbindung', 'Das Panel ist wieder da, sobald der Server antwortet.', 'Erneut versuchen'],
    ...['Stand {time}, offline. Nur zum Lesen.', 'Keine Termine.'],
  ],
  es: [
    ...['Sin conexión', 'El panel vuelve en cuanto responda el servidor.', 'Reintentar'],
    ...['A las {time}, sin conexión. Solo lectura.', 'Ninguna cita.'],
  ],
  fr: [
    ...['Pas de connexion', 'Le panneau revient dès que le serveur répond.', 'Réessayer'],
    ...['À {time}, hors ligne. En lecture seule.', 'Aucun rendez-vous.'],
  ],
  ru: [
    ...['Нет связи', 'Панель вернётся, как только сервер ответит.', 'Повторить'],
    ...['На {time}, без связи. Только для чтения.', 'Записей нет.'],
  ],
};
/** As `storage/kept-day.ts` and `crm/day-on-device.ts` of the panel have it. */
const DAY_STORE = 'groupless.day';
const ASK_EVERY_MS = 5_000;

/** What index.html reads, too. */
function kept() {
  try {
    return JSON.parse(localStorage.getItem('groupless.appearance') ?? '{}');
  } catch {
    return {};
  }
}

const { theme = 'system', locale = navigator.language } = kept();
const [language] = locale.split('-');
const [title, text, again, asOf, nothing] = TEXTS[language] ?? TEXTS.en;
const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
const page = document.documentElement;
page.dataset.theme = isDark ? 'dark' : 'light';
page.lang = language in TEXTS ? language : 'en';
document.querySelector('h1').textContent = title;
document.querySelector('p').textContent = text;
const button = document.querySelector('button');
button.textContent = again;
button.addEventListener('click', goBack);

/** The panel's notice leads here by this page's own address. */
function goBack() {
  if (location.pathname === '/offline.html') location.replace('/');
  else location.reload();
}

/** The appointments of the day, where the user allowed them on this device; null from a day after they were read. */
async function keptDay() {
  const kept = await globalThis.caches?.match('/kept-day', { cacheName: DAY_STORE });
  const day = await kept?.json();
  if (day === undefined) return null;
  if (day.until_ms > Date.now()) return day;
  await globalThis.caches.delete(DAY_STORE);
  return null;
}

function element(name, text, ...inside) {
  const made = document.createElement(name);
  made.textContent = text;
  made.append(...inside);
  return made;
}

async function showDay() {
  const kept = await keptDay();
  document.querySelector('section')?.remove();
  if (kept === null) return;
  const { day, as_of, appointments } = kept;
  const rows = appointments.map(({ times, name, what }) =>
    element('li', '', element('span', times), element('bdi', name), element('small', what)),
  );
  const list = rows.length === 0 ? element('p', nothing) : element('ul', '', ...rows);
  const section = element(
    'section',
    '',
    element('h2', day),
    element('p', asOf.replace('{time}', as_of)),
    list,
  );
  document.querySelector('main').append(section);
}

async function ask() {
  const answer = await fetch('/api/health/ready', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) goBack();
}
showDay().catch(() => undefined);
// An installed panel may stay in sight for days.
document.addEventListener('visibilitychange', () => showDay().catch(() => undefined));
addEventListener('online', ask);
setInterval(ask, ASK_EVERY_MS);
