// Who may import whom. `npm run lint` checks it; tools/checks/boundaries.spec.ts plants a violation of each rule.

/** Which feature of the API may use which others. Everyone may use AUDIENCE. A new arrow needs a line in docs/adr/0008. */
const ARROWS = {
  'api-keys': ['mail'],
  auth: ['users', 'api-keys', 'mail'],
  users: ['api-keys', 'mail'],
  appointments: ['auth', 'busy-times', 'clients', 'conversations'],
  'booking-page': ['appointments', 'auth', 'clients', 'mail', 'waiting-list'],
  'client-mails': ['appointments', 'clients', 'conversations', 'mail'],
  'client-records': ['appointments', 'clients', 'conversations', 'mail'],
  conversations: ['auth', 'clients', 'memory', 'users'],
  health: ['memory'],
  memory: ['api-keys'],
  'personal-data': ['clients', 'conversations', 'memory'],
  push: ['auth', 'users'],
  'team-mails': ['dashboard', 'mail', 'reports', 'users'],
  'memory-webhooks': ['auth', 'memory'],
  'waiting-list': ['appointments', 'clients', 'conversations', 'mail'],
  metrics: ['dashboard', 'memory', 'memory-webhooks'],
};
/** The rooms of the memory, and which others each may use; all use `readers`. */
const ROOMS = {
  assistants: ['brief', 'chats', 'history', 'records'],
  brief: ['fence', 'history', 'records', 'search'],
  chats: ['assistants', 'brief', 'fence', 'records', 'search'],
  fence: ['chats', 'history', 'records', 'search'],
  files: ['fence', 'history', 'records', 'search'],
  history: ['brief', 'chats', 'records', 'search'],
  readers: [],
  records: ['fence', 'history', 'search'],
  search: ['fence', 'history', 'records'],
};
const AUDIENCE = ['audit', 'events', 'jobs', 'settings'];
/** Folders of the API that are no features. */
const GROUND = ['backup', 'platform', 'config', 'database', 'shared'];
/** What a feature shows to others. */
const SHOWN = '(/public|\\.(service|module|entity))\\.ts$';

const API = '^apps/api/src/';
const SPEC = '\\.spec\\.ts$';
/** Folders of the panel that are no features. */
const PANEL = '^apps/panel/src/app/';
const PANEL_LAYERS = ['storage', 'i18n', 'http', 'session', 'data', 'ui', 'layout'];
const PANEL_GROUND = PANEL_LAYERS.join('|');
/** What several features of the panel share: booking, and picking clients. It stands between them and the ground. */
const PANEL_SHARED = 'crm';
const panel_feature = `${PANEL}(?!(?:${PANEL_GROUND}|${PANEL_SHARED})/)([^/]+)/`;
const feature = `${API}(?!(?:${GROUND.join('|')})/)([^/]+)/`;
const folders = (names) => `${API}(${names.join('|')})/`;

const arrows = Object.entries(ARROWS).map(([from, to]) => ({
  name: `${from}-uses-only-what-it-may`,
  severity: 'error',
  from: { path: `${API}${from}/`, pathNot: SPEC },
  to: { path: feature, pathNot: [`${API}${from}/`, folders([...to, ...AUDIENCE])] },
}));

const rooms = Object.entries(ROOMS).map(([room, others]) => ({
  name: `memory-${room}-knows-only-what-it-may`,
  severity: 'error',
  from: { path: `${API}memory/${room}/`, pathNot: SPEC },
  to: { path: `${API}memory/[^/]+/`, pathNot: `${API}memory/(${[room, 'readers', ...others].join('|')})/` },
}));

/** Each folder of the panel's ground imports only those before it. */
const ground = PANEL_LAYERS.slice(0, -1).map((layer, place) => ({
  name: `panel-${layer}-knows-nothing-above`,
  severity: 'error',
  from: { path: `${PANEL}${layer}/`, pathNot: SPEC },
  to: { path: `${PANEL}(${PANEL_LAYERS.slice(place + 1).join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      comment:
        'Tests count too: one that needs the harness, which imports the sources, lies in apps/api/test.',
      severity: 'error',
      scope: 'folder',
      from: { path: `${API}[^/]+$` },
      to: { circular: true },
    },
    {
      name: 'apps-share-only-the-dtos',
      severity: 'error',
      // The tests of both together lie in apps/api/test.
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/api/test/' },
      to: {
        path: ['^apps/', '^libs/(?!shared-dto/src/)'],
        pathNot: ['^apps/$1/', '^libs/embedded-postgres/src/index\\.ts$'],
      },
    },
    {
      name: 'only-the-api-starts-databases',
      severity: 'error',
      from: { path: '^apps/(?!api/)' },
      to: { path: '^libs/embedded-postgres/' },
    },
    {
      name: 'embedded-postgres-depends-on-pg-alone',
      severity: 'error',
      from: { path: '^libs/embedded-postgres/src/', pathNot: SPEC },
      to: {
        pathNot: ['^libs/embedded-postgres/src/', 'node_modules/(@types/)?(pg|node)/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'dtos-depend-on-nothing',
      severity: 'error',
      from: { path: '^libs/shared-dto/src/', pathNot: SPEC },
      to: { pathNot: '^libs/shared-dto/src/' },
    },
    {
      name: 'no-server-packages-in-panel-and-cli',
      severity: 'error',
      from: { path: '^apps/(panel|switch-cli)/' },
      to: { path: 'node_modules/(@nestjs|typeorm|pg|class-validator)/' },
    },
    {
      name: 'panel-features-know-none',
      severity: 'error',
      from: { path: panel_feature },
      to: { path: panel_feature, pathNot: `${PANEL}$1/` },
    },
    {
      name: 'panel-ground-knows-no-feature',
      severity: 'error',
      from: { path: `${PANEL}(${PANEL_GROUND})/` },
      to: { path: [panel_feature, `${PANEL}(${PANEL_SHARED})/`] },
    },
    ...ground,
    {
      name: 'panel-shared-knows-no-feature',
      severity: 'error',
      from: { path: `${PANEL}(${PANEL_SHARED})/` },
      to: { path: panel_feature },
    },
    {
      name: 'only-the-index-of-a-library-is-a-barrel',
      severity: 'error',
      from: {},
      to: { path: '^(apps|libs)/.*/index\\.ts$', pathNot: '^libs/[^/]+/src/index\\.ts$' },
    },
    ...arrows,
    ...rooms,
    {
      name: 'other-features-use-none',
      severity: 'error',
      from: { path: feature, pathNot: [folders([...Object.keys(ARROWS), 'dashboard', 'programs']), SPEC] },
      to: { path: feature, pathNot: [`${API}$1/`, folders(AUDIENCE)] },
    },
    {
      name: 'features-show-services-modules-entities',
      comment:
        'Repositories, mappers and requests are a feature’s own; other files are shown by its public.ts.',
      severity: 'error',
      from: { path: feature, pathNot: SPEC },
      to: { path: feature, pathNot: [`${API}$1/`, SHOWN] },
    },
    {
      name: 'ground-knows-no-feature',
      severity: 'error',
      from: { path: folders(GROUND), pathNot: SPEC },
      to: { path: feature },
    },
    {
      name: 'platform-knows-only-config',
      severity: 'error',
      from: { path: folders(['platform']), pathNot: SPEC },
      to: { path: folders(['backup', 'database', 'shared']) },
    },
    {
      name: 'entities-stay-behind-the-service',
      severity: 'error',
      from: { path: `${API}.*(\\.controller|\\.request|\\.guard)\\.ts$` },
      to: { path: '\\.entity\\.ts$' },
    },
    {
      name: 'typeorm-stays-in-repositories',
      severity: 'error',
      from: {
        path: API,
        pathNot: ['\\.(repository|statements|entity|module)\\.ts$', folders(['database']), SPEC],
      },
      to: { path: 'node_modules/(typeorm|@nestjs/typeorm)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
