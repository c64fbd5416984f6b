/** What a project's sessions decided, found out and left, and what a new session would ask about it. */
export interface ToldProject {
  name: string;
  /** Entries of its state. */
  state: Record<string, string>;
  /** Its pending tasks. */
  tasks: readonly string[];
  /** The sessions, the oldest first: what was done, and what was decided. */
  sessions: readonly (readonly [summary: string, decision?: string])[];
  /** Questions, each with words that only the answer has. */
  questions: readonly (readonly [question: string, answer: string])[];
  /** Decisions that later ones took back. */
  withdrawn: readonly string[];
}

const SHOP: ToldProject = {
  name: 'shop',
  state: {
    node_version: '22.11',
    staging_url: 'https://stage.shop.example',
    test_command: 'npm run test:shop',
  },
  tasks: ['Write the import of the old orders', 'Renew the certificate of the payment page'],
  sessions: [
    ['Set up the repository of the shop.', 'amounts are integers in cents, never floats'],
    ['First version of the cart.', 'carts are kept in Redis'],
    ['Compared payment providers.', 'payments go through Stripe; the adapter is src/payments/stripe.ts'],
    ['Wrote the first tests.', 'tests run on a real PostgreSQL, no mocks'],
    ['The cart lost its items when the cache restarted.', 'carts are kept in PostgreSQL, table carts'],
    ['Invoices for the accountant.', 'invoices are PDF/A-3 in the bucket invoices-eu'],
    ['Prices by country.', 'VAT is looked up by the delivery address'],
    ['A discount was applied twice: the webhook of the provider came twice. Made it idempotent by event id.'],
    ['Search of articles was slow; added a trigram index on title.'],
    ['Emails of orders went to spam: SPF lacked the relay mail-2.'],
    ['Talked about releases.', 'no deploys on Fridays'],
    [
      'Customers want to pay by invoice; limit it to 500 euros at first.',
      'payment by invoice up to 500 euros',
    ],
  ],
  questions: [
    ['How do we store amounts of money?', 'integers in cents'],
    ['Where are carts stored?', 'PostgreSQL, table carts'],
    ['Which payment provider do we use?', 'Stripe'],
    ['Do tests use mocks?', 'real PostgreSQL, no mocks'],
    ['In which format are invoices kept?', 'PDF/A-3'],
    ['By which address is VAT looked up?', 'delivery address'],
    ['May I deploy on a Friday?', 'no deploys on Fridays'],
    ['Up to which amount may customers pay by invoice?', '500 euros'],
    ['Which version of node?', '22.11'],
    ['How do I run the tests?', 'test:shop'],
    ['Why was a discount applied twice?', 'event id'],
    ['Why did emails of orders go to spam?', 'mail-2'],
    ['What about the certificate of the payment page?', 'Renew the certificate'],
    ['What made the search of articles slow?', 'trigram'],
  ],
  withdrawn: ['carts are kept in Redis'],
};

const MOBILE: ToldProject = {
  name: 'mobile',
  state: { node_version: '20.18', min_ios: '16', bundle_id: 'example.shop.mobile' },
  tasks: ['Ask for the push permission after the first order'],
  sessions: [
    ['Started the app.', 'the app is written in Flutter'],
    ['Offline orders.', 'orders are queued in SQLite while the phone is offline'],
    ['Feature flags: tried a service on a branch.', 'feature flags come from LaunchDarkly'],
    [
      'The branch with the flag service was thrown away.',
      'feature flags are a JSON file of the server, no LaunchDarkly',
    ],
    ['Icons and colours.', 'colours come from tokens.json, never from the code'],
    ['Crash on old phones: the image cache used 300 MB. Limited it to 64 MB.'],
    ['Login with Apple.', 'sessions of users last 30 days'],
    ['Store review was refused: the privacy text lacked the analytics SDK.'],
    ['Analytics.', 'no analytics before the user agrees'],
    [
      'Translations are loaded from the server at the start.',
      'texts are fetched from /texts, cached for a day',
    ],
  ],
  questions: [
    ['In what is the app written?', 'Flutter'],
    ['What happens to orders while the phone is offline?', 'SQLite'],
    ['Where do feature flags come from?', 'JSON file of the server'],
    ['Where are colours defined?', 'tokens.json'],
    ['Why did old phones crash?', '64 MB'],
    ['How long do sessions of users last?', '30 days'],
    ['Why was the store review refused?', 'analytics SDK'],
    ['When may analytics start?', 'user agrees'],
    ['How long are texts cached?', 'cached for a day'],
    ['Which iOS is the oldest we support?', 'min_ios'],
    ['What is the bundle id?', 'example.shop.mobile'],
    ['Which version of node?', '20.18'],
    ['When do we ask for the push permission?', 'after the first order'],
  ],
  withdrawn: ['feature flags come from LaunchDarkly'],
};

const INFRA: ToldProject = {
  name: 'infra',
  state: { db_host: '10.0.0.7', zone: 'eu-central', backup_time: '02:30 UTC' },
  tasks: ['Move the runners to the new subnet', 'Delete the old load balancer'],
  sessions: [
    ['Chose the tools.', 'servers are described in Terraform, state in the bucket tf-state'],
    ['Kubernetes was too much for three servers.', 'no Kubernetes; docker compose on each server'],
    ['Backups.', 'backups are kept for 35 days, encrypted with age'],
    ['Monitoring.', 'alerts go to the channel #ops, never by mail'],
    ['DNS moved.', 'DNS is at Hetzner'],
    ['DNS moved again after an outage.', 'DNS is at deSEC'],
    ['The disk of web-1 was full: journald had no limit. Set SystemMaxUse to 1G.'],
    ['TLS.', 'certificates by lego with DNS-01'],
    ['Latency rose each night: the backup read without a limit. Added ionice.'],
    ['Access.', 'ssh by certificates of step-ca, no keys in authorized_keys'],
  ],
  questions: [
    ['How are the servers described?', 'Terraform'],
    ['Do we use Kubernetes?', 'docker compose'],
    ['How long are backups kept?', '35 days'],
    ['Where do alerts go?', '#ops'],
    ['Where is our DNS?', 'deSEC'],
    ['Why was the disk of web-1 full?', 'SystemMaxUse'],
    ['How do we get certificates?', 'lego'],
    ['Why did latency rise at night?', 'ionice'],
    ['How do we log in by ssh?', 'step-ca'],
    ['What is the address of the database?', '10.0.0.7'],
    ['When does the backup run?', '02:30'],
    ['In which zone do we run?', 'eu-central'],
    ['What happens with the old load balancer?', 'Delete the old load balancer'],
  ],
  withdrawn: ['DNS is at Hetzner'],
};

export const THREE_PROJECTS: readonly ToldProject[] = [SHOP, MOBILE, INFRA];

const NOISE = [
  'Fixed typos in the documentation and ran the linter over all files, nothing else to tell.',
  'Bumped dependencies; the lock file changed, all tests are green again after a second run.',
  'Answered questions about the code, looked at logs of the last night, changed nothing.',
  'Reviewed two pull requests of a colleague and renamed a few variables on the way.',
  'Small refactoring of helper functions and a cleaner structure of the folders.',
];

/** 25 sessions of a project, the oldest first: what it told, and then what fills a memory. */
export function sessionsOf({ sessions }: ToldProject): (readonly [summary: string, decision?: string])[] {
  const noise = Array.from({ length: 25 - sessions.length }, (_, n): readonly [string] => [
    `${NOISE[n % NOISE.length]} (${n + 1})`,
  ]);
  return [...sessions, ...noise];
}
