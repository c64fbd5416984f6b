export { KEY_HEADERS, KnownKeys, type KeyHeader } from './known-keys';
