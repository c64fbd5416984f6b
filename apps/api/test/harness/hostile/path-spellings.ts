/** Other ways to write a path. Some mean the same, some another address; none may open what the path does not. */
export const PATH_SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  'one letter encoded': (path) => path.replace('a', '%61'),
  'its last letter encoded': (path) => path.replace(/[a-z](?=[^a-z]*$)/, (letter) => encode(letter)),
  'every letter encoded': (path) => path.replace(/[a-z]/g, encode),
  'encoded twice': (path) => path.replace(/[a-z]/g, (letter) => encode(letter).replace('%', '%25')),
  'upper case': (path) => path.toUpperCase(),
  'one capital': (path) =>
    path.replace(/\/(\w)(?=[^/]*$)/, (_, letter: string) => `/${letter.toUpperCase()}`),
  'slashes doubled': (path) => path.replaceAll('/', '//'),
  'a slash in front': (path) => `/${path}`,
  'a slash behind': (path) => `${path}/`,
  'slashes encoded': (path) => `/${path.slice(1).replaceAll('/', '%2f')}`,
  backslashes: (path) => `/${path.slice(1).replaceAll('/', '\\')}`,
  'dot segments': (path) => path.replaceAll('/', '/./'),
  'dot segments to and fro': (path) => `/api/health/..${path}`,
  'encoded dot segments': (path) => `/api/health/%2e%2e${path.replace(/^\/api/, '')}`,
  'a parameter behind': (path) => `${path};a=b`,
  'a parameter inside': (path) => path.replace(/\/(?=[^/]*$)/, ';x=1/'),
  'a dot behind': (path) => `${path}.`,
  'an extension': (path) => `${path}.json`,
  'a space behind': (path) => `${path}%20`,
  'a NUL behind': (path) => `${path}%00`,
  'a line break behind': (path) => `${path}%0a`,
  'a whole URL': (path) => `http://127.0.0.1${path}`,
};

function encode(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}

/** As `PATH_SPELLINGS`; they are tried by the security suite alone, to save time. */
export const MORE_PATH_SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  'the first letter encoded': (path) => path.replace(/[a-z]/, encode),
  'the first slash encoded': (path) => path.replace(/(?<=.)\//, '%2F'),
  'an overlong slash': (path) => path.replace(/(?<=.)\//, '%c0%af'),
  'an overlong dot': (path) => `/api/%c0%ae%c0%ae${path}`,
  'a full-width letter': (path) => path.replace('a', '%EF%BD%81'),
  'a soft hyphen': (path) => path.replace('a', 'a%C2%AD'),
  'a byte order mark': (path) => `/%EF%BB%BF${path.slice(1)}`,
  'three slashes behind': (path) => `${path}///`,
  'a dot segment behind': (path) => `${path}/.`,
  'dot segments behind': (path) => `${path}/x/..`,
  'an encoded dot segment behind': (path) => `${path}/%2e`,
  'a fragment': (path) => `${path}#x`,
  'an encoded fragment': (path) => `${path}%23x`,
  'an encoded question mark': (path) => `${path}%3fx=1`,
  'a question mark alone': (path) => `${path}?`,
  'a tab behind': (path) => `${path}%09`,
  'a tilde behind': (path) => `${path}~`,
  'a star behind': (path) => `${path}*`,
  'another host in front': (path) => `http://localhost:1${path}`,
};
