import { SECRETS } from '../apps/test-app';

/** The headers of whoever manages the webhooks. */
export const AS_MANAGER = { 'x-workflow-api-key': SECRETS.WORKFLOW_API_KEY };

export const MEMORY_API_KEY = 'memory-4e7a1c9d3b5f8a2e6c0d9b7f51';

/** What a start that faces the world needs to be told. */
export const STRICT_ENVIRONMENT = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://panel.example.com',
  ...SECRETS,
  CREDENTIALS_KEY: 'xG0b1nUe4jVt8yLqZ2rWc7dSf5hKp9mA3oTiE6vBwYk=',
};
