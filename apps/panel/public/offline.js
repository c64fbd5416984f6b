// What the worker shows where nothing answers. It stands alone, since nothing else of the panel is there then.
const TEXTS = {
  en: ['No connection', 'The panel comes back as soon as the server answers.', 'Try again'],
  de: ['Keine Verbindung', 'Das Panel ist wieder da, sobald der Server antwortet.', 'Erneut versuchen'],
  es: ['Sin conexión', 'El panel vuelve en cuanto responda el servidor.', 'Reintentar'],
  fr: ['Pas de connexion', 'Le panneau revient dès que le serveur répond.', 'Réessayer'],
  ru: ['Нет связи', 'Панель вернётся, как только сервер ответит.', 'Повторить'],
};
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
const [title, text, again] = TEXTS[language] ?? TEXTS.en;
const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
const page = document.documentElement;
page.dataset.theme = isDark ? 'dark' : 'light';
page.lang = language in TEXTS ? language : 'en';
document.querySelector('h1').textContent = title;
document.querySelector('p').textContent = text;
const button = document.querySelector('button');
button.textContent = again;
button.addEventListener('click', () => location.reload());

async function ask() {
  const answer = await fetch('/api/health/ready', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) location.reload();
}
addEventListener('online', ask);
setInterval(ask, ASK_EVERY_MS);
