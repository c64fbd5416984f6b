// Not secret: they protect generated data in a throw-away database.
const secret = (name) => `only-for-benches-${name}`.padEnd(40, '-7f3a9c1e5d');

export const ADMIN = { email: 'admin@localhost', password: secret('admin') };
export const KEYS = { memoryKey: secret('memory'), agentKey: secret('agent') };
export const WORKFLOW_KEY = secret('workflows');

/** The program's secrets, by the names of their variables. */
export const SECRETS = {
  ADMIN_PASSWORD: ADMIN.password,
  JWT_SECRET: secret('jwt'),
  CREDENTIALS_KEY: Buffer.alloc(32, 'bench').toString('base64'),
  SWITCH_API_KEY: secret('switch'),
  AGENT_API_KEY: KEYS.agentKey,
  WORKFLOW_API_KEY: WORKFLOW_KEY,
  MEMORY_API_KEY: KEYS.memoryKey,
};
